/** What goes over the wire: generated, and the one name that the generated file says in place. */
export type * from "./http";
export type * from "./protocol";

/** Settings by name. */
export type Settings = Record<string, string | number>;
