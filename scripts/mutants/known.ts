/** Names the changes that no test of the rules catches, each with the reason. */

export type Known = {
  readonly file: string
  /** The text of the line, without the spaces around it. */
  readonly line: string
  /** The operator and the one that replaces it, as `npm run mutants` prints them: `< → <=`. */
  readonly change: string
  /** Which of the operators of the line it is, if several can be changed in the same way. The first is 1, which is the default. */
  readonly nth?: number
} & (
  | {
      /** Why the change makes no difference that anything could notice. */
      readonly equal: string
    }
  | {
      /** The test that catches the change. It is no test of the rules. */
      readonly caughtBy: string
    }
)

export const KNOWN: readonly Known[] = [
  {
    file: 'features/supplier-files/domain/csv-document.ts',
    line: "return plain === null || (plain.split('.')[1]?.length ?? 0) > places + MOST_ROUNDED",
    change: '?? 0 → ?? 1',
    equal: 'One decimal is never too many.',
  },
  {
    file: 'features/supplier-files/domain/csv-document.ts',
    line: 'quantity: quantity(written.quantity ?? 0),',
    change: '?? 0 → ?? 1',
    equal: 'A line without a quantity is refused.',
  },
  {
    file: 'features/supplier-files/domain/csv-document.ts',
    line: 'const count = quantity(written.quantity ?? 0)',
    change: '?? 0 → ?? 1',
    equal: 'A line without a quantity is refused, and its amount is not compared.',
  },
  {
    file: 'features/parties/domain/settlement.ts',
    line: 'const sorted = standing(entries).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))',
    change: '> → >=',
    equal: 'A sort that keeps the order of equal entries asks only whether one comes before another.',
  },
  {
    file: 'features/parties/domain/settlement.ts',
    line: 'const sorted = standing(entries).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))',
    change: '> → <=',
    equal: 'A sort that keeps the order of equal entries asks only whether one comes before another.',
  },
  {
    file: 'features/production/domain/capacity.ts',
    line: 'rest: wanted > capacity ? subtractQuantity(wanted, capacity) : ZERO_QUANTITY,',
    change: '> → >=',
    equal: 'Of equal quantities nothing is left either way.',
  },
  {
    file: 'features/supplier-files/domain/document.ts',
    line: 'const index = largest[turn % largest.length] ?? 0',
    change: '?? 0 → ?? 1',
    equal: 'The remainder is always the place of a line.',
  },
  {
    file: 'features/production/domain/plan/claims.ts',
    line: 'a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1',
    change: '< → <=',
    equal: 'Equal values have been answered before.',
  },
  {
    file: 'features/shipping/domain/route.ts',
    line: 'if (whole < best) [best, spot] = [whole, ending]',
    change: '< → <=',
    equal: 'Of two orders that are equally long either is the best.',
  },
  {
    file: 'features/shipping/domain/two-opt.ts',
    line: 'const next = [...left].reduce((best, spot) => (distanceTo(spot) < distanceTo(best) ? spot : best))',
    change: '< → <=',
    equal: 'Of two places that are equally near either is the nearest.',
  },
  {
    file: 'features/reminders/domain/reminder.ts',
    line: 'const [from, before] = [after[step - 1] ?? 0, after[step - 2] ?? 0]',
    change: '?? 0 → ?? 1',
    equal: 'Each step has its days.',
  },
  {
    file: 'features/reminders/domain/reminder.ts',
    line: 'const [from, before] = [after[step - 1] ?? 0, after[step - 2] ?? 0]',
    change: '?? 0 → ?? 1',
    nth: 2,
    equal: 'The first step has no letter before it, so its pause is not asked.',
  },
  {
    file: 'features/import/domain/rights.ts',
    line: "export const importRights = defineRights('import', { write: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/history/domain/rights.ts',
    line: "export const changesRights = defineRights('changes', { browse: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/backup/domain/rights.ts',
    line: "export const backupRights = defineRights('backup', { manage: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/customers/domain/statement.ts',
    line: "return kind === 'received' || kind === 'credit' || (kind === 'opening' && amount < 0)",
    change: '< → <=',
    equal: 'An opening balance of 0 adds 0 to each side of the account.',
  },
  {
    file: 'features/shipping/domain/arrivals.ts',
    line: 'if (clock.slice(0, 10) !== day) return clock.slice(0, 10) > day',
    change: '> → >=',
    equal: 'The two days differ here.',
  },
  {
    file: 'features/shipping/domain/sheet.ts',
    line: 'before.set(customerId, { at: earlier?.at ?? at, credit: due < 0 ? due : ZERO_CENTS })',
    change: '< → <=',
    equal: 'A credit of 0 is the same as none.',
  },
  {
    file: 'features/shipping/domain/sheet.ts',
    line: 'return { owed: earlier ? null : balance, owedAt: earlier?.at ?? null, order, collect: due > 0 ? due : ZERO_CENTS }',
    change: '> → >=',
    equal: 'An amount of 0 is the same as none.',
  },
  {
    file: 'features/shipping/domain/stops/address-stops.ts',
    line: 'export const noneClosed = (): boolean => false',
    change: 'false → true',
    equal: 'A stop of which all orders are closed counts at its first order, and so does one of which none is.',
  },
  {
    file: 'features/shipping/domain/route.ts',
    line: 'for (let spot = 0; spot < count; spot++) cost[(1 << spot) * count + spot] = first[spot] as number',
    change: '< → <=',
    equal: 'What is computed for one place more lies beyond the end of the list, which ignores it.',
  },
  {
    file: 'features/shipping/domain/route.ts',
    line: 'for (let set = 1; set < sets; set++) {',
    change: '< → <=',
    equal: 'What is computed for one place more lies beyond the end of the list, which ignores it.',
  },
  {
    file: 'features/shipping/domain/route.ts',
    line: 'for (let to = 0; to < count; to++) {',
    change: '< → <=',
    equal: 'What is computed for one place more lies beyond the end of the list, which ignores it.',
  },
  {
    file: 'features/shipping/domain/route.ts',
    line: 'for (let ending = 0; ending < count; ending++) {',
    change: '< → <=',
    equal: 'The cost beyond the end of the list is NaN, which is not less than any other.',
  },
  {
    file: 'features/products/domain/product.ts',
    line: "(costPrice ?? 0) < 0 || (costPrice === null && usageType === 'PURCHASED-MATERIAL')",
    change: '?? 0 → ?? 1',
    equal: 'Neither 0 nor 1 is below 0.',
  },
  {
    file: 'features/products/domain/units.ts',
    line: 'const { unit } = all.reduce((finest, one) => (SIZES[one.unit][1] < SIZES[finest.unit][1] ? one : finest))',
    change: '< → <=',
    equal: 'Two units of one family and one size are the same unit.',
  },
  {
    file: 'features/orders/domain/crediting/crediting.ts',
    line: 'if (through.quantity > kept) return { least: before, most: through }',
    change: '> → >=',
    equal: 'Equal quantities have returned before.',
  },
  {
    file: 'features/orders/domain/totals.ts',
    line: 'return saved > cost ? unitPrice(0) : subtractUnitPrice(cost, saved)',
    change: '> → >=',
    equal: 'Equal amounts leave 0 either way.',
  },
  {
    file: 'features/shipping/domain/two-opt.ts',
    line: 'for (const gap of distances.gap) gaps.push((gaps.at(-1) ?? 0) + (gap ? 1 : 0))',
    change: '?? 0 → ?? 1',
    equal: 'Only whether two of these numbers are equal matters.',
  },
  {
    file: 'features/shipping/domain/two-opt.ts',
    line: 'for (const gap of distances.gap) gaps.push((gaps.at(-1) ?? 0) + (gap ? 1 : 0))',
    change: '+ → -',
    equal: 'Only whether two of these numbers are equal matters.',
  },
  {
    file: 'features/shipping/domain/two-opt.ts',
    line: 'for (let from = 0; from < count - 1; from++) {',
    change: '< → <=',
    equal: 'The loop inside has no turn for the last slot.',
  },
  {
    file: 'features/shipping/domain/two-opt.ts',
    line: 'for (let from = 0; from < count - 1; from++) {',
    change: '- → +',
    equal: 'The loop inside has no turn for the last slots.',
  },
  {
    file: 'features/stock/domain/counting/count.ts',
    line: 'const firstAt = before !== undefined && before.firstAt < countedAt ? before.firstAt : countedAt',
    change: '< → <=',
    equal: 'Equal moments are the same moment.',
  },
  {
    file: 'features/stock/domain/counting/count.ts',
    line: 'a.countedAt === b.countedAt ? (a.id < b.id ? -1 : 1) : a.countedAt < b.countedAt ? -1 : 1,',
    change: '< → <=',
    equal: 'No two lines have the same id.',
  },
  {
    file: 'features/stock/domain/counting/count.ts',
    line: 'a.countedAt === b.countedAt ? (a.id < b.id ? -1 : 1) : a.countedAt < b.countedAt ? -1 : 1,',
    change: '< → <=',
    nth: 2,
    equal: 'The two moments differ here.',
  },
  {
    file: 'accounts/domain/rights.ts',
    line: "...defineRights('session', { use: { holders: EVERY_ROLE, fixed: true } }),",
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'accounts/domain/rights.ts',
    line: "...defineRights('users', { write: { holders: ADMIN, fixed: true } }),",
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'accounts/domain/rights.ts',
    line: "export const roleRights = defineRights('rights', { write: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/settings/domain/rights.ts',
    line: 'read: { holders: EVERY_ROLE, fixed: true },',
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/settings/domain/rights.ts',
    line: 'write: { holders: ADMIN, fixed: true },',
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/bank-statements/domain/table-statement.ts',
    line: 'const size = (amount: Cents): Cents => (amount < 0 ? subtractCents(ZERO_CENTS, amount) : amount)',
    change: '< → <=',
    equal: 'The opposite of zero is zero.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: 'const size = amount < 0 ? subtractCents(ZERO_CENTS, amount) : amount',
    change: '< → <=',
    equal: 'The opposite of zero is zero.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: "const usual = kind === 'customers' ? amount > 0 : amount < 0",
    change: '> → >=',
    equal: 'A line of a statement is never zero, and zero settles nothing.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: "const usual = kind === 'customers' ? amount > 0 : amount < 0",
    change: '< → <=',
    equal: 'A line of a statement is never zero, and zero settles nothing.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: 'if (named.length > 0 && openSum(named) === size)',
    change: '> → >=',
    equal: 'No documents have the sum 0, and the amount of a line is not 0.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: 'if (only && !second && size < only.open)',
    change: '< → <=',
    equal: 'An equal amount is that of the named documents, which the line above has answered.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: "if (documents.length > 0 && openSum(documents) === size) return { reasons: ['balance'], settles, matched: false }",
    change: '> → >=',
    equal: 'No documents have the sum 0, and the amount of a line is not 0.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: 'const chosen = first !== undefined && first.score - (second?.score ?? 0) >= LEAD',
    change: '?? 0 → ?? 1',
    equal: 'A party that was found has at least 30 points, and 29 are a lead too.',
  },
  {
    file: 'features/bank-statements/domain/proposal.ts',
    line: 'sure: chosen && fits === true && first.score >= SURE,',
    change: '>= → >',
    equal: 'No reasons with a fitting amount add up to exactly 80 points.',
  },
  {
    file: 'features/invoicing/domain/comparison/differences.ts',
    line: 'return [...ofOurs, ...ofTheirs].toSorted((a, b) => (place(a) < place(b) ? -1 : 1))',
    change: '< → <=',
    equal: 'Two differences never have the same place, because no MARK occurs twice.',
  },
  {
    file: 'features/invoicing/domain/tax/split-address.ts',
    line: 'return street === undefined || streetNumber === undefined',
    change: '|| → &&',
    equal: 'The pattern has both parts or none.',
  },
  {
    file: 'features/invoicing/domain/tax/split-address.ts',
    line: 'const street = at < 0 ? parts : parts.slice(0, at)',
    change: '< → <=',
    equal: 'The town is never the first part.',
  },
  {
    file: 'features/invoicing/domain/tax/split-address.ts',
    line: "city: [city, ...(at < 0 ? [] : parts.slice(at + 1))].filter(Boolean).join(', '),",
    change: '< → <=',
    equal: 'The town is never the first part.',
  },
  {
    file: 'features/keys/domain/rights.ts',
    line: "export const keysRights = defineRights('keys', { write: { holders: ADMIN, fixed: true } })",
    change: 'true → false',
    caughtBy:
      'app/server/every-endpoint/rights.test.ts: administrators keep people, rights, settings and history, and everybody can sign in',
  },
  {
    file: 'features/delivery-notes/domain/back-goods.ts',
    line: 'return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))',
    change: '> → >=',
    equal: 'The sort asks only whether the first name comes before the second.',
  },
  {
    file: 'features/delivery-notes/domain/back-goods.ts',
    line: 'return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))',
    change: '> → <=',
    equal: 'The sort asks only whether the first name comes before the second.',
  },
]
