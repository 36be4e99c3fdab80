/** Saves a changed product, alone or together with the products into which its changed materials are carried. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { changeProduct } from '../../domain/contract.ts'
import { updateAll } from '../../domain/update-all-contract.ts'
import { tellSameSku } from '../SameCode.tsx'
import { replacementsOf } from './recipe-draft.ts'
import type { Circle } from './recipe-parts.tsx'
import type { useEditedProduct } from './use-edited-product.ts'

/** Returns the material through which a refused circle goes; null for any other refusal. */
function circleOf(error: unknown): Circle | null {
  if (!(error instanceof Refused) || error.refusal.code !== 'products.requirement-cycle') return null
  const ids = error.refusal.details?.['ids']
  const materialId: unknown = Array.isArray(ids) ? ids[1] : undefined
  return typeof materialId !== 'number' ? null : { materialId, text: refusalText(error.refusal) }
}

type Chosen = { readonly id: number; readonly version: number }

export function useSaving(edit: ReturnType<typeof useEditedProduct>) {
  const { t } = useTranslation('products')
  const go = useGo()
  const { form, base, values } = edit
  const [circle, setCircle] = useState<Circle | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const one = useRun(changeProduct, { invalidates: ['products', `products:${base.id}`] })
  const all = useRun(updateAll, { invalidates: ['products'] })
  const replacements = replacementsOf(values.steps)

  const left = () => {
    edit.forget()
    form.resetDirty()
    go(`/product-overview/${base.id}`)
  }
  /** Shows a circle at its material and a newer version in the form. Any other error is thrown. */
  const explain = async (error: unknown): Promise<false> => {
    const found = circleOf(error)
    setCircle(found)
    if (found !== null) return false
    if (!(error instanceof Refused && error.refusal.kind === 'conflict')) throw error
    await edit.showClash(error.refusal)
    return false
  }
  const record = () => ({ id: base.id, version: base.version, changes: edit.changes(form.getValues()) })
  return {
    circle,
    replacements,
    previewing,
    closePreview: () => setPreviewing(false),
    /** Opens the preview, unless a field is wrong. */
    openPreview: () => {
      if (!form.validate().hasErrors && !stopAtUnreadable(document)) setPreviewing(true)
    },
    save: async () => {
      setCircle(null)
      try {
        const written = await one.mutateAsync(record())
        left()
        say.done(t('said.saved', { name: values.name.trim() }))
        tellSameSku(written)
        return true
      } catch (error) {
        return explain(error)
      }
    },
    saveAll: async (products: readonly Chosen[]) => {
      setCircle(null)
      try {
        const written = await all.mutateAsync({
          ...record(),
          replacements: replacements.map(({ from, to }) => ({ from, to })),
          products: [...products],
        })
        setPreviewing(false)
        left()
        say.done(t('update-all.done', { count: written.changed }))
        if (written.refused.length > 0) say.doubt(<RefusedProducts refused={written.refused} />)
      } catch (error) {
        setPreviewing(false)
        await explain(error).catch((reason: unknown) => say.failed(reason))
      }
    },
  }
}

function RefusedProducts({ refused }: Pick<OutputOf<typeof updateAll>, 'refused'>) {
  const { t } = useTranslation('products')
  return (
    <>
      <Text size="sm">{t('update-all.refused')}</Text>
      {refused.map(({ id, name, refusal }) => (
        <Text key={id} size="sm">
          {name}: {refusalText(refusal)}
        </Text>
      ))}
    </>
  )
}
