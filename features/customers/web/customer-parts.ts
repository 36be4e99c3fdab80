/** The kinds of parts that features above customers add to the page of a customer. */
import type { ComponentType } from 'react'
import type { StoredParty } from '#features/parties/web/form/party-form.ts'
import { partKind } from '#web/page-parts.ts'

export type OfCustomer = { readonly customer: StoredParty }
export type CustomerPart = { readonly key: string; readonly Part: ComponentType<OfCustomer> }

/** A button beside the name of the customer. */
export const CUSTOMER_ACTION = partKind<CustomerPart>('customers.action')
/** A message above the tabs. */
export const CUSTOMER_NOTICE = partKind<CustomerPart>('customers.notice')
/** A panel below the balance by age. */
export const CUSTOMER_PANEL = partKind<CustomerPart>('customers.panel')
/** A panel above the history. */
export const CUSTOMER_HISTORY = partKind<CustomerPart>('customers.history')
