/** What tells two records of one name apart, such as two people called Παπαγεωργίου. */

export type Named = {
  readonly name: string
  readonly label?: string
  readonly vat?: string
  readonly phone?: string
}

/** Returns the label of a record, unless it is the name, and its VAT number, or else its phone number. */
export const tellApart = ({ name, label = '', vat = '', phone = '' }: Named): string =>
  [label === name ? '' : label, vat || phone].filter((text) => text !== '').join(' · ')
