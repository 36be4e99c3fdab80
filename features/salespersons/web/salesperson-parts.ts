/** The kinds of parts that features above salespersons add to the page of a salesperson. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'

export type OfSalesperson = { readonly id: number }
type SalespersonPart = { readonly key: string; readonly Part: ComponentType<OfSalesperson> }

/** A button beside the name of the salesperson. */
export const SALESPERSON_ACTION = partKind<SalespersonPart>('salespersons.action')
/** A panel below the form. */
export const SALESPERSON_PANEL = partKind<SalespersonPart>('salespersons.panel')
