/** The materials whose prices a person types, and what of it is sent. */
import type { ProductForLine } from '#features/products/domain/contract.ts'
import type { InputOf } from '#kernel/contract.ts'
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
export const isWrong = ({ text }: TypedPrice): boolean => text.trim() !== '' && readTypedPrice(text) === null

/** Returns the prices to send. Empty and wrong texts are left out. */
export const toSend = (rows: readonly TypedPrice[]): SentPrices =>
  rows.flatMap(({ material, text }) => {
    const change = readTypedPrice(text)
    return change === null ? [] : [{ productId: material.id, change }]
  })
