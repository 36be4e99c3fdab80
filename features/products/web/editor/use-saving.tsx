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
  const record = (version: number) => ({ id: base.id, version, changes: edit.changes(form.getValues()) })
  /**
   * Runs a command, and once more if another person meanwhile changed only what the form does not have. Returns null
   * after it has shown a circle at its material, or what another person changed. Any other error is thrown.
   */
  const onNewest = async <Written,>(run: (version: number) => Promise<Written>): Promise<Written | null> => {
    try {
      return await run(base.version)
    } catch (error) {
      const found = circleOf(error)
      setCircle(found)
      if (found !== null) return null
      if (!(error instanceof Refused && error.refusal.kind === 'conflict')) throw error
      const newest = await edit.showClash(error.refusal)
      return newest === null ? null : run(newest)
    }
  }
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
      const written = await onNewest((version) => one.mutateAsync(record(version)))
      if (written === null) return false
      left()
      say.done(t('said.saved', { name: values.name.trim() }))
      tellSameSku(written)
      return true
    },
    saveAll: async (products: readonly Chosen[]) => {
      setCircle(null)
      try {
        const written = await onNewest((version) =>
          all.mutateAsync({ ...record(version), replacements, products: [...products] }),
        )
        if (written === null) return
        left()
        say.done(t('update-all.done', { count: written.changed }))
        if (written.refused.length > 0) say.doubt(<RefusedProducts refused={written.refused} />)
      } catch (error) {
        say.failed(error)
      } finally {
        setPreviewing(false)
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
