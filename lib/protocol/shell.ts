/** The shell that a command is pasted into: PowerShell on Windows, a POSIX shell elsewhere. */
export class Shell {
  private readonly isPowerShell: boolean;

  constructor(platform: NodeJS.Platform = process.platform) {
    this.isPowerShell = platform === "win32";
  }

  /** A text as one word. */
  word(text: string): string {
    if (this.isPowerShell) return /^\w[\w./\\:-]*$/.test(text) ? text : inDoubleQuotes(text);
    return /^[\w.:/@%+=,-]+$/.test(text) ? text : inSingleQuotes(text);
  }

  /** A program as the first word of a command. */
  program(path: string): string {
    const word = this.word(path);
    // PowerShell takes a quoted first word for a text
    return this.isPowerShell && word !== path ? `& ${word}` : word;
  }

  /** An option with its value, such as `-chdir=folder`. */
  option(name: string, value: string): string {
    // PowerShell takes what begins with a hyphen apart at a period
    return this.isPowerShell ? inDoubleQuotes(`${name}=${value}`) : `${name}=${this.word(value)}`;
  }

  /** The value of an environment variable, also inside double quotes. */
  variable(name: string): string {
    return this.isPowerShell ? `$env:${name}` : `$${name}`;
  }

  /** A command that sets an environment variable for those that follow. */
  setting(name: string, value: string): string {
    return this.isPowerShell ? `$env:${name}=${inDoubleQuotes(value)}` : `export ${name}=${this.word(value)}`;
  }

  /** A command with environment variables that are set for it alone. */
  withVariables(command: string, variables: Readonly<Record<string, string>>): string {
    const entries = Object.entries(variables);
    if (!this.isPowerShell)
      return [...entries.map(([name, value]) => `${name}=${this.word(value)}`), command].join(" ");
    // PowerShell has variables for a whole session only
    const set = entries.map(([name, value]) => this.setting(name, value));
    return [...set, command, ...entries.map(([name]) => `Remove-Item Env:${name}`)].join("; ");
  }
}

function inDoubleQuotes(text: string): string {
  return `"${text.replaceAll(/[`"$\u201c-\u201e]/g, "`$&")}"`;
}

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
