/** A range or period. An end that is left out is open. */
export type Ends<End> = { from?: End; to?: End }

/** Returns a range without its empty ends, as filters and the address store it. */
export const endsOf = <End extends number | string>(
  from: End | null | undefined,
  to: End | null | undefined,
): Ends<End> => ({
  ...(from === null || from === undefined ? {} : { from }),
  ...(to === null || to === undefined ? {} : { to }),
})
