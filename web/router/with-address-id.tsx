import type { ReactNode } from 'react'
import type { Refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAddressId } from './address-id.ts'

type WithAddressIdProps = {
  /** Returns the refusal with which the server answers for an unknown id. */
  readonly missing: (given: string) => Refusal
  readonly list?: { readonly to: string; readonly label: string } | undefined
  /** Returns the page of a record. It begins anew when the address names another record. */
  readonly children: (id: number) => ReactNode
}

/** Shows the page of the record in the address, or that an address without a number names none. */
export function WithAddressId({ missing, list, children }: WithAddressIdProps) {
  const { id, given } = useAddressId()
  return id === null ? <NoRecordPage missing={missing(given)} list={list} /> : children(id)
}
