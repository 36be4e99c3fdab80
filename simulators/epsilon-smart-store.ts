/**
 * Simulates what Epsilon Smart does with `InsertDocuments`: it checks each sale by its published schema, records it, and issues it. It
 * records the same sale again if it is sent again, as the real one may.
 */
import { z } from 'zod'
import { addCents, type Cents, cents, scaleDecimal } from '#kernel/money.ts'

const text = z.string().nullable().optional()
const number = z.number().optional()

const lineForm = z.strictObject({
  ItemID: text,
  ItemCode: text,
  ScanCode: text,
  ItemPrintDescr: text,
  VATPercent: number,
  Qty: number,
  Price: number,
  IsGift: z.int().optional(),
  LineDiscount: number,
  NetVal: number,
  VATVal: number,
  TotalVal: number,
  Justification: text,
})

/** The body of `InsertDocuments`. Unknown properties are refused, so that a misspelt one is noticed. */
const salesForm = z.array(
  z.strictObject({
    DocDateTime: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?$/)
      .nullable()
      .optional(),
    IsRetail: z.int().optional(),
    VatStatus: z.literal([0, 1]).optional(),
    RefDocCode: text,
    DocNum: z.int().nullable().optional(),
    PaymentMethod: z.literal([0, 1, 2, 4, 5]).optional(),
    PaymentCreditCardName: text,
    PaymentBankAccName: text,
    CustName: text,
    CustTIN: text,
    CustStreet: text,
    // the last two letters are Greek
    ['CustStreet\u039D\u03BF']: text,
    CustCity: text,
    CustPostalCode: text,
    CustCountry: text,
    CustEmail: text,
    CustPhone1: text,
    ExtraCharges: z.number().nullable().optional(),
    Justification: text,
    Comments: text,
    UserDefText01: text,
    UserDefText02: text,
    UserDefText03: text,
    UserDefText04: text,
    UserDefText05: text,
    Lines: z.array(lineForm).nullable().optional(),
  }),
)

type Sale = z.output<typeof salesForm>[number]
export type RecordedSale = Sale & { readonly id: string; readonly mark: string }

type Inserted = { readonly status: number; readonly body: unknown }

/** The next MARK. All simulators of a process share it, because the tax office gives no MARK twice. */
let nextMark = 400_002_000_000_001

const centsOf = (value: number | undefined): Cents => cents(scaleDecimal(String(value ?? 0), 2) ?? 0)

/** Returns what Epsilon Smart says against a sale; null if it takes it. */
function faultOf({ RefDocCode, CustName, Lines }: Sale): string | null {
  if (!RefDocCode) return 'RefDocCode is missing'
  if (!CustName) return 'CustName is missing'
  if (!Lines || Lines.length === 0) return 'Lines are missing'
  if (Lines.some(({ ItemID, ItemCode, ScanCode }) => !ItemID && !ItemCode && !ScanCode)) return 'Item not found'
  const differs = Lines.some((line) => centsOf(line.TotalVal) !== addCents(centsOf(line.NetVal), centsOf(line.VATVal)))
  return differs ? 'TotalVal differs from NetVal and VATVal' : null
}

export class SmartStore {
  readonly #sales: RecordedSale[] = []

  sales(): readonly RecordedSale[] {
    return this.#sales
  }

  /** Answers a call. `fault` refuses each sale with these words. */
  insert(body: unknown, fault: string | null): Inserted {
    const form = salesForm.safeParse(body)
    if (!form.success) {
      const title = 'One or more validation errors occurred.'
      return { status: 400, body: { type: 'about:blank', title, status: 400, errors: z.flattenError(form.error) } }
    }
    return { status: 200, body: form.data.map((sale) => this.#record(sale, fault ?? faultOf(sale))) }
  }

  #record(sale: Sale, fault: string | null): object {
    if (fault !== null) return { RefDocCode: sale.RefDocCode, SmartDocId: null, ErrorMessage: fault }
    const id = `smart-${this.#sales.length + 1}`
    this.#sales.push({ ...sale, id, mark: String(nextMark++) })
    return { RefDocCode: sale.RefDocCode, SmartDocId: id, ErrorMessage: null }
  }
}
