/** Common parts of the samples of the features. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import type { TestCompany } from '#server/testing/company.ts'

/** Returns a valid input. Each use needs a new one, because a command changes the records that it names. */
export type Sample = () => Promise<Record<string, unknown>>

/** The samples of a feature: one for each of its commands, queries, lookups and papers, by name. */
export type Samples = (company: TestCompany) => Readonly<Record<string, Sample>>

/** One piece in ten-thousandths. */
export const PIECE = 10_000

export const PERIOD = { from: '2026-01-01', until: '2026-12-31' }

/** Returns a sample that needs no record. */
export const fixed =
  (input: object = {}): Sample =>
  async () => ({ ...input })

/** The common sample of all lists. */
export const list = fixed({ search: 'κερ', page: 1, descending: true })

/** Returns a sample with a new order in the given status. */
export const inStatus =
  ({ order }: TestCompany) =>
  (status: OrderStatus, more: object = {}): Sample =>
  async () => ({ id: await order(status), ...more })

/** A JPEG image of one grey pixel. */
export const SMALL_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q=='
