/** What people ask of customers by typing. */
import { defineVerb } from '#kernel/verbs/verb.ts'
import { NEW } from '#kernel/verbs/words.ts'
import { customersRights } from './rights.ts'

/** Opens the form of a new customer. */
export const newCustomerVerb = defineVerb(
  { name: 'customers.create', right: customersRights.write },
  { words: [NEW, ['πελάτης', 'customer', 'client', 'cliente', 'клиент', 'покупатель', 'купац']] },
)
