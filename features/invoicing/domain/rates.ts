import { addCents, type Cents, cents, type Rate } from '#kernel/money.ts'

type Line = { readonly vatRate: Rate; readonly net: Cents; readonly vat: Cents }

/** What an invoice says at its foot: net and VAT of each rate, the highest rate first. */
export function perRate(lines: readonly Line[]): { rate: Rate; net: Cents; vat: Cents }[] {
  const sums = new Map<Rate, { rate: Rate; net: Cents; vat: Cents }>()
  for (const { vatRate, net, vat } of lines) {
    const sum = sums.get(vatRate) ?? { rate: vatRate, net: cents(0), vat: cents(0) }
    sums.set(vatRate, { rate: vatRate, net: addCents(sum.net, net), vat: addCents(sum.vat, vat) })
  }
  return [...sums.values()].toSorted((a, b) => b.rate - a.rate)
}
