/** Reads the id of a record from the address of its page. */
import { useParams } from '@tanstack/react-router'

/** The id in an address as written, and as a number; `id` is null if it is not a positive whole number. */
export type AddressId = { readonly given: string; readonly id: number | null }

/** Returns the `$id` of the address. A page without a number shows `NoRecordPage` and asks the server nothing. */
export function useAddressId(): AddressId {
  const named: string | undefined = useParams({ strict: false }).id
  const given = named ?? ''
  const id = Number(given)
  return { given, id: /^[1-9]\d*$/.test(given) && Number.isSafeInteger(id) ? id : null }
}
