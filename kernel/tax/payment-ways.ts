/** The ways of payment, by the code of the tax office. */
export const PAYMENT_WAYS = {
  'on-credit': 5,
  cash: 3,
  cheque: 4,
  transfer: 1,
  'transfer-abroad': 2,
  'web-banking': 6,
  card: 7,
  iris: 8,
} as const
export type PaymentWay = keyof typeof PAYMENT_WAYS
export const PAYMENT_WAY_NAMES = Object.keys(PAYMENT_WAYS) as PaymentWay[]

/** Returns the way of payment of a sale: its own, otherwise that of the customer, otherwise that of the company. */
export const paymentWayOf = (
  own: PaymentWay | '',
  { ofCustomer, usual }: { readonly ofCustomer: PaymentWay | ''; readonly usual: PaymentWay },
): PaymentWay => own || ofCustomer || usual

/** The ways of payment at the moment of the sale, so that nothing is due later. */
const AT_ONCE: readonly number[] = [PAYMENT_WAYS.cash, PAYMENT_WAYS.card, PAYMENT_WAYS.iris]

/** Reports whether what is paid in this way, by its code, has no day on which it is due. */
export const isPaidAtOnce = (code: number): boolean => AT_ONCE.includes(code)
