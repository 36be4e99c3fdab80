/** The materials whose prices a person types, and what of it is sent. */
import type { ProductForLine } from '#features/products/domain/contract.ts'
import type { InputOf } from '#kernel/contract.ts'
import { twoReadings } from '#kernel/text/typed-number.ts'
import { decimalSign } from '#web/format.ts'
import type { tryPrices } from '../domain/contract.ts'
import { readTypedPrice } from '../domain/typed-price.ts'

export type TypedMaterial = Pick<ProductForLine, 'id' | 'name' | 'sku' | 'unit'>
export type TypedPrice = { readonly material: TypedMaterial; readonly text: string }

export type SentPrices = InputOf<typeof tryPrices>['prices']

/** Returns the rows with another material. A material that is among them already stays where it is. */
export const addMaterial = (rows: readonly TypedPrice[], material: TypedMaterial): readonly TypedPrice[] =>
  rows.some((row) => row.material.id === material.id) ? rows : [...rows, { material, text: '' }]

export const typeText = (rows: readonly TypedPrice[], id: number, text: string): readonly TypedPrice[] =>
  rows.map((row) => (row.material.id === id ? { ...row, text } : row))

export const removeMaterial = (rows: readonly TypedPrice[], id: number): readonly TypedPrice[] =>
  rows.filter((row) => row.material.id !== id)

/** Reports whether a text was typed that is no price. */
export const isWrong = ({ text }: TypedPrice): boolean =>
  text.trim() !== '' && readTypedPrice(text, decimalSign()) === null

/** Returns both readings of a text whose point may group or begin the decimals; null for any other text (C-90). */
export const readingsOf = ({ text }: TypedPrice) => twoReadings(text, decimalSign())

/** Returns the prices to send. Empty and wrong texts are left out. */
export const toSend = (rows: readonly TypedPrice[]): SentPrices =>
  rows.flatMap(({ material, text }) => {
    const change = readTypedPrice(text, decimalSign())
    return change === null ? [] : [{ productId: material.id, change }]
  })
