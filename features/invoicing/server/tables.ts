/** The tables this feature owns. */
export const owns = ['accounting_documents'] as const
