/** The types of the wire. All are generated, except for a name for settings, which the generated files spell out. */
export type * from "./http";
export type * from "./protocol";

/** Settings by name. */
export type Settings = Record<string, string | number>;
