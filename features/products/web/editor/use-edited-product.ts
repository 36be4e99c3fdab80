/** The form of a changed product, while another person may change the same product. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { showQuantity } from '#web/format.ts'
import { useMay, usePerson } from '#web/session.ts'
import { useRecordForm } from '#web/ui/form/form.tsx'
import { invalidText } from '#web/ui/problems.ts'
import { productDetail, zProductPatch } from '../../domain/contract.ts'
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
import { readStoredDraft, storeDraft } from './stored-product-draft.ts'
import { emptyStep } from './recipe-draft.ts'

/** What another person saved in the meantime. */
export type ProductClashing = { theirs: StoredProduct; userName: string; at: string }

/** A product that is made here begins with an empty step, in which the cursor is. */
const withFirstStep = (values: ProductValues): ProductValues =>
  values.steps.length > 0 || values.service || values.usageType === 'PURCHASED-MATERIAL'
    ? values
    : { ...values, steps: [emptyStep(1)] }

/**
 * Returns the form and the record on which the person based the changes. After a clash both ways to continue replace it
 * by the record that the other person saved. What was typed is kept on the device until it is saved. In one piece,
 * because the base, the form and the kept draft change together.
 */
export function useEditedProduct(product: StoredProduct) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const personId = usePerson()?.id ?? 0
  const show = ({ quantity, unit }: Measured) => `${showQuantity(quantity)} ${t(`unit.${unit}`)}`
  const read = (stored: StoredProduct) => withFirstStep(valuesOf(stored, show))
  const [found] = useState(() => readStoredDraft(personId, product.id))
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

  const isChanged = () => Object.keys(changes(form.getValues())).length > 0
  const leftover = useRef<() => void>(() => undefined)
  useEffect(() => {
    leftover.current = () => storeDraft(personId, product.id, isChanged() ? { base, values: form.getValues() } : null)
    const timer = setTimeout(leftover.current, KEEP_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const now = () => leftover.current()
    window.addEventListener('pagehide', now)
    return () => window.removeEventListener('pagehide', now)
  }, [])

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
    /** Shows what another person saved, of which a refusal tells the name and the moment. */
    showClash: async ({ details = {} }: Refusal) => {
      const { product: theirs } = await askQuery(productDetail, { id: base.id })
      const { userName = '', at = '' } = details as { userName?: string; at?: string }
      setClash({ theirs, userName, at })
    },
    /** Takes the other person's record, and keeps what this person typed except in the named fields. */
    keepMine: (theirs: StoredProduct, except: readonly PatchField[]) => {
      const mine = Object.keys(changes(form.getValues())).filter((field) => !except.includes(field as PatchField))
      takeAsBase(theirs, Object.fromEntries(mine.map((field) => [fieldOf(field), values[fieldOf(field)]])))
    },
    takeTheirs: (theirs: StoredProduct) => takeAsBase(theirs, {}),
    startOver: () => takeAsBase(product, {}),
    /** Forgets the draft on the device, after saving or on purpose. */
    forget: () => {
      leftover.current = () => undefined
      storeDraft(personId, product.id, null)
    },
  }
}

const KEEP_PAUSE_MS = 300

/** Returns the field of the form for a field of the command. */
const fieldOf = (field: string): keyof ProductValues =>
  field === 'customerId' ? 'customer' : (field as keyof ProductValues)
