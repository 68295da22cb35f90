const DEFINED_IN = Symbol.for("cdktf-experimentation.definedIn");

/** Where a file declares an entity. */
export interface DefinedIn {
  /** From the working directory, with `/`. */
  readonly file: string;
}

/** The props of a definition, with its place: the construct is named by it. */
export function definedProps<Props extends object>(props: Props, place: DefinedIn): Props {
  return { ...props, [DEFINED_IN]: place };
}

/** Where a file has props; undefined for those of code. */
export function placeOfProps(props: object): DefinedIn | undefined {
  return (props as { readonly [DEFINED_IN]?: DefinedIn })[DEFINED_IN];
}
