/** What people ask of payments by typing. */
import { customersEntity } from '#features/customers/domain/entity.ts'
import { defineVerb } from '#kernel/verbs/verb.ts'
import { NEW } from '#kernel/verbs/words.ts'
import { recordPayment } from './contract.ts'

/** Records cash of a customer. */
export const cashVerb = defineVerb(recordPayment, {
  words: [['μετρητά', 'cash', 'contanti', 'efectivo', 'наличные', 'готовина', 'кеш']],
  on: customersEntity,
  amount: true,
})

/** Opens the form of a new payment. */
export const newPaymentVerb = defineVerb(
  { name: 'payments.create', right: recordPayment.right },
  { words: [NEW, ['πληρωμή', 'είσπραξη', 'payment', 'pagamento', 'pago', 'cobro', 'платёж', 'оплата', 'плаћање']] },
)
