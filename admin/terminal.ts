/** Where commands are typed and answered; `index.ts` gives the terminal of its process. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** All that the standard input holds. */
  readonly input: () => string;
  /** Asks the person who types; absent where nobody is there to be asked. */
  readonly ask?: (question: string) => Promise<string>;
}
