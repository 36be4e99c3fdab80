/** The tables that the SQL of a feature reads, by feature. */
export type UpwardReads = Readonly<Record<string, readonly string[]>>

/**
 * The reads of tables of higher layers that are left. The list only becomes shorter: the structure check refuses any other read, and an
 * entry that no SQL needs any more.
 */
export const UPWARD_READS: UpwardReads = {
  customers: ['payments'],
  orders: ['accounting_documents'],
  parties: ['customers', 'payments', 'providers'],
  providers: ['payments'],
}
