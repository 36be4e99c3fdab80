/** The parts that features above a record add to its page. */
import type { ComponentType } from 'react'
import { type PartKind, partKind } from '#web/page-parts.ts'

export type OfRecord = { readonly id: number }
type RecordPart = { readonly key: string; readonly Part: ComponentType<OfRecord> }
type Named = { readonly name: string }

/** A button beside the name of the record. */
export const actionOf = ({ name }: Named): PartKind<RecordPart> => partKind(`${name}.action`)
/** A panel below the form. */
export const panelOf = ({ name }: Named): PartKind<RecordPart> => partKind(`${name}.panel`)
