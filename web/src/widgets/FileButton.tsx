/** A button that lets somebody choose a file. */
import type { ReactElement } from 'react';

interface FileButtonProps {
  /** What stands on it. */
  text: string;
  className?: string;
  /** Takes the file; nothing where none was chosen. */
  onFile: (file: File | undefined) => Promise<void>;
}

/** The button: JSON files, one at a time. */
export function FileButton({ text, className = '', onFile }: FileButtonProps): ReactElement {
  return (
    <label className={`button ${className}`.trim()}>
      {text}
      <input
        className="visually-hidden"
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          void onFile(event.target.files?.[0]);
          // The same file can be chosen again when it was changed.
          event.target.value = '';
        }}
      />
    </label>
  );
}
