/** A salesperson as people read the name: name, then surname. */
export const salespersonName = ({ name, surname }: { readonly name: string; readonly surname: string }): string =>
  [name, surname].filter(Boolean).join(' ')
