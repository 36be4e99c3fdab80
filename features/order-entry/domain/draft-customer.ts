/** The customer of a draft, and the address that follows from the choice. */
import type { Customer } from '#features/customers/domain/contract.ts'
import type { DeliveryAddress } from '#features/orders/domain/fields.ts'
import type { DraftCustomer, OrderDraft } from './order-draft.ts'

type Addressed = Pick<Customer, 'id' | 'address' | 'postcode' | 'city' | 'phone'>

/** Returns the main address of the customer as a delivery address. */
export const ownAddress = (customer: Omit<Addressed, 'id'>): DeliveryAddress => ({
  address: customer.address,
  postcode: customer.postcode,
  city: customer.city,
  phone: customer.phone,
})

/** Gives the draft to a customer. The delivery address of another customer is removed. */
export const chooseCustomer = (draft: OrderDraft, customer: DraftCustomer): OrderDraft =>
  customer.id === draft.customer?.id
    ? { ...draft, customer }
    : { ...draft, customer, deliveryAddress: { address: '' }, addressChosen: false }

/** Takes the address that a person chose. An emptied one stays empty. */
export const chooseAddress = (draft: OrderDraft, deliveryAddress: DeliveryAddress): OrderDraft => ({
  ...draft,
  deliveryAddress,
  addressChosen: true,
})

/** Fills in the customer's own address, as long as no person has chosen one. */
export function takeOwnAddress(draft: OrderDraft, customer: Addressed): OrderDraft {
  const isFree = draft.addressChosen !== true && draft.deliveryAddress.address === ''
  return isFree && draft.customer?.id === customer.id && customer.address !== ''
    ? { ...draft, deliveryAddress: ownAddress(customer) }
    : draft
}
