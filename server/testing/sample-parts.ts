/** What the samples of the features are made of. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import type { TestCompany } from '#server/testing/company.ts'

/** A valid input, made anew for each use, because a command uses up what it acts on. */
export type Sample = () => Promise<Record<string, unknown>>

/** The samples of a feature: one for each of its commands, queries, lookups and papers, by name. */
export type Samples = (company: TestCompany) => Readonly<Record<string, Sample>>

/** One piece in ten-thousandths. */
export const PIECE = 10_000

export const PERIOD = { from: '2026-01-01', until: '2026-12-31' }

/** A sample that needs no record of its own. */
export const fixed =
  (input: object = {}): Sample =>
  async () => ({ ...input })

/** What the lists have in common. */
export const list = fixed({ search: 'κερ', page: 1, descending: true })

/** A sample about a new order in the status. */
export const inStatus =
  ({ order }: TestCompany) =>
  (status: OrderStatus, more: object = {}): Sample =>
  async () => ({ id: await order(status), ...more })

/** A picture of one grey point. */
export const SMALL_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q=='
