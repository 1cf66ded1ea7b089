import { stripVTControlCharacters } from 'node:util';

const heartbeatMs = 15_000;

/**
 * Shows on the terminal that a long job is running: one line that is rewritten, or occasional new lines if the output
 * is not a terminal.
 */
export class Task {
  #title;
  #started = Date.now();
  #latest = '';
  #timer;

  /** @param {string} title */
  constructor(title) {
    this.#title = title;
    if (process.stdout.isTTY) this.#draw();
    else console.log(`${title} …`);
    this.#timer = setInterval(() => this.#draw(), process.stdout.isTTY ? 200 : heartbeatMs);
    this.#timer.unref();
  }

  get seconds() {
    return ((Date.now() - this.#started) / 1000).toFixed(1);
  }

  /** Receives a chunk of the job's output. @type {(text: string) => void} */
  note = (text) => {
    const lines = stripVTControlCharacters(text).split(/[\r\n]+/);
    this.#latest = lines.findLast((line) => line.trim() !== '')?.trim() ?? this.#latest;
  };

  /** @param {string} summary */
  end(summary) {
    clearInterval(this.#timer);
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    console.log(`${this.#title}: ${summary} (${this.seconds} s)`);
  }

  #draw() {
    const line = `${this.#title} … ${this.seconds} s  ${this.#latest}`;
    if (process.stdout.isTTY) {
      process.stdout.write(`\r\x1b[K${line.slice(0, process.stdout.columns - 1)}`);
    } else {
      console.log(line);
    }
  }
}

/**
 * @template T
 * @param {string} title
 * @param {(note: (text: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTask(title, work) {
  const task = new Task(title);
  try {
    const result = await work(task.note);
    task.end('done');
    return result;
  } catch (error) {
    task.end('failed');
    throw error;
  }
}
