/** Says that there is a newer version, and changes over to it. */
import type { ReactElement } from 'react';

/** The message. */
export function NewerVersion(): ReactElement {
  return (
    <section className="message message-neutral" role="status">
      <div>
        <h2>A newer version of Reclaim Lab is here</h2>
        <p>Scenario, switches and moment stay as they are.</p>
      </div>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </section>
  );
}
