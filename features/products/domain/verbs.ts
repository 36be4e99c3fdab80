/** What people ask of products by typing. */
import { defineVerb } from '#kernel/verbs/verb.ts'
import { NEW } from '#kernel/verbs/words.ts'
import { productsRights } from './rights.ts'

/** Opens the form of a new product. */
export const newProductVerb = defineVerb(
  { name: 'products.create', right: productsRights.write },
  { words: [NEW, ['προϊόν', 'είδος', 'product', 'item', 'prodotto', 'articolo', 'producto', 'товар', 'производ']] },
)
