/** The form of a changed product, while another person may change the same product. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { useAsk } from '#web/query.ts'
import { PLACES } from '#kernel/money.ts'
import { writeDecimal } from '#web/format.ts'
import { useMay, usePerson } from '#web/session.ts'
import { useRecordForm } from '#web/ui/form/form.tsx'
import { invalidText } from '#web/ui/problems.ts'
import {
  MOST_LINES,
  productDetail,
  type ProductForLine,
  productsForLines,
  zProductPatch,
} from '../../domain/contract.ts'
import { productsRights } from '../../domain/rights.ts'
import type { Measured } from '../../domain/units.ts'
import {
  changedFields,
  type PatchField,
  type ProductValues,
  type StoredProduct,
  valuesOf,
  wrongValues,
} from '../fields/product-values.ts'
import { clashingFields } from './clashing-fields.ts'
import { readStoredDraft, storeDraft } from './stored-product-draft.ts'
import { type DraftStep, materialIdsOf, withPresentMaterials } from './recipe-draft.ts'

/** What another person saved in the meantime. */
export type ProductClashing = { theirs: StoredProduct; userName: string; at: string }

/**
 * Returns the form and the record on which the person based the changes. After a clash both ways to continue replace it
 * by the record that the other person saved. What was typed is kept on the device until it is saved. The base, the form
 * and the kept draft are in one function, because they change together.
 */
export function useEditedProduct(product: StoredProduct) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const personId = usePerson()?.id ?? 0
  const show = ({ quantity, unit }: Measured) => `${writeDecimal(quantity, PLACES.quantity)} ${t(`unit.${unit}`)}`
  const read = (stored: StoredProduct) => valuesOf(stored, show)
  const [found] = useState(() => draftOnTop(readStoredDraft(personId, product.id), product))
  const [base, setBase] = useState(found?.base ?? product)
  const before = useRef(read(base))
  const [clash, setClash] = useState<ProductClashing | null>(
    found && found.base.version !== product.version ? { theirs: product, userName: '', at: product.updatedAt } : null,
  )
  const [restored, setRestored] = useState(found !== null)
  const changes = (values: ProductValues) => changedFields(before.current, values)
  const form = useRecordForm<ProductValues>({
    initialValues: found?.values ?? before.current,
    schema: zProductPatch,
    toInput: changes,
    alsoWrong: (values) => wrongValues(values, seesCosts, () => invalidText('required', t)),
  })
  const values = form.getValues()
  usePresentMaterials(found?.values.steps ?? [], (present) =>
    form.setFieldValue('steps', (steps) => withPresentMaterials(steps, present)),
  )

  const isChanged = () => Object.keys(changes(form.getValues())).length > 0
  const forget = useKeptDraft(personId, product.id, form.getValues, () => (isChanged() ? base : null))

  const takeAsBase = (next: StoredProduct, typed: Partial<ProductValues>) => {
    before.current = read(next)
    setBase(next)
    setClash(null)
    setRestored(false)
    form.setValues({ ...before.current, ...typed })
    form.resetDirty(before.current)
    form.clearErrors()
  }
  return {
    form,
    values,
    base,
    changes,
    clash,
    restored: restored && clash === null,
    /**
     * Shows what another person saved, of which a refusal tells the name and the moment. If the form has none of the
     * changed fields, as after a new photo, it shows nothing and returns the version on which the change can be saved.
     */
    showClash: async ({ details = {} }: Refusal): Promise<number | null> => {
      const { product: theirs } = await askQuery(productDetail, { id: base.id })
      if (clashingFields(base, theirs).length === 0) {
        setBase(theirs)
        return theirs.version
      }
      const { userName = '', at = '' } = details as { userName?: string; at?: string }
      setClash({ theirs, userName, at })
      return null
    },
    /** Takes the other person's record, and keeps what this person typed except in the named fields. */
    keepMine: (theirs: StoredProduct, except: readonly PatchField[]) => {
      const mine = Object.keys(changes(form.getValues())).filter((field) => !except.includes(field as PatchField))
      takeAsBase(theirs, Object.fromEntries(mine.map((field) => [fieldOf(field), values[fieldOf(field)]])))
    },
    takeTheirs: (theirs: StoredProduct) => takeAsBase(theirs, {}),
    startOver: () => takeAsBase(product, {}),
    /** Forgets the draft on the device, after saving or on purpose. */
    forget,
  }
}

/**
 * Reads the materials of a recipe that was kept on the device, once, because their costs may have changed since. Without a
 * connection the kept ones stay.
 */
function usePresentMaterials(kept: readonly DraftStep[], take: (present: readonly ProductForLine[]) => void): void {
  const [ids] = useState(() => materialIdsOf(kept).slice(0, MOST_LINES))
  const { data } = useAsk(productsForLines, { ids }, { afresh: true, enabled: ids.length > 0 })
  const taken = useRef(false)
  useEffect(() => {
    if (data === undefined || taken.current) return
    taken.current = true
    take(data.rows)
  }, [data, take])
}

const KEEP_PAUSE_MS = 300

/**
 * Keeps the values of the form on the device shortly after each change, while `baseOf` returns the record that they
 * change. Returns a function that forgets them.
 */
function useKeptDraft(
  personId: number,
  productId: number,
  valuesNow: () => ProductValues,
  baseOf: () => StoredProduct | null,
): () => void {
  const store = useRef<() => void>(() => undefined)
  // The values that were saved or given up. The form still has them while the next page loads.
  const forgotten = useRef<ProductValues | null>(null)
  useEffect(() => {
    if (forgotten.current === valuesNow()) return
    store.current = () => {
      const base = baseOf()
      storeDraft(personId, productId, base && { base, values: valuesNow() })
    }
    const timer = setTimeout(store.current, KEEP_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const now = () => store.current()
    window.addEventListener('pagehide', now)
    return () => window.removeEventListener('pagehide', now)
  }, [])
  return () => {
    store.current = () => undefined
    forgotten.current = valuesNow()
    storeDraft(personId, productId, null)
  }
}

/** Returns a kept draft on the present version of the product, if no field of the form has changed since. */
const draftOnTop = (draft: ReturnType<typeof readStoredDraft>, product: StoredProduct) =>
  draft && clashingFields(draft.base, product).length === 0 ? { ...draft, base: product } : draft

/** Returns the field of the form for a field of the command. */
const fieldOf = (field: string): keyof ProductValues =>
  field === 'customerId' ? 'customer' : (field as keyof ProductValues)
