/** Names the rows of `settings` that belong to this installation. No backup contains them, and a restore keeps them. */
export const INSTALLATION_SETTINGS = {
  /** The key that pages of this server send. */
  pageKey: 'page-key',
  /** Where the process that started last stores backups. */
  backupPlace: 'backup-place',
  /** The bucket of backups with its encrypted key. */
  backupStore: 'backup-store',
  /** The accounts at the tax office with their encrypted keys. */
  taxOffice: 'mydata-account',
  taxOfficeTest: 'mydata-test-account',
  /** The moment of the last restore, after which movement events are looked for before they are sent. */
  movementRestored: 'movement-restored',
  /** Since when documents may have been issued by another server, when its backup was restored here, and whether they were read. */
  documentsUnread: 'documents-unread',
} as const
