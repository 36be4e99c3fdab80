/** The kinds of parts that features above customers add to the page of a customer. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'
import type { StoredCustomer } from './form/customer-form.ts'

export type OfCustomer = { readonly customer: StoredCustomer }
export type CustomerPart = { readonly key: string; readonly Part: ComponentType<OfCustomer> }

/** A button beside the name of the customer. */
export const CUSTOMER_ACTION = partKind<CustomerPart>('customers.action')
/** A message above the tabs. */
export const CUSTOMER_NOTICE = partKind<CustomerPart>('customers.notice')
/** A panel above the history. */
export const CUSTOMER_HISTORY = partKind<CustomerPart>('customers.history')
