/** Returns the display name of a salesperson: name, then surname. */
export const salespersonName = ({ name, surname }: { readonly name: string; readonly surname: string }): string =>
  [name, surname].filter(Boolean).join(' ')
