/** Saves a changed product, alone or together with the products into which its changed materials are carried. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { type AsWritten, sendAsWritten } from '#web/ui/as-written.ts'
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

/** The products of one preview that the person chose, and where the next preview continues, or null. */
export type ChosenProducts = {
  readonly products: readonly { readonly id: number; readonly version: number }[]
  readonly next: number | null
}

export function useSaving(edit: ReturnType<typeof useEditedProduct>) {
  const { t } = useTranslation('products')
  const go = useGo()
  const { form, base, values } = edit
  const [circle, setCircle] = useState<Circle | null>(null)
  const one = useRun(changeProduct)
  const left = () => {
    edit.forget()
    form.resetDirty()
    go(`/product-overview/${base.id}`)
  }
  /**
   * Runs a command, and once more if another person meanwhile changed only what the form does not have. Returns null
   * after it has shown a circle at its material, or what another person changed. Any other error is thrown. A barcode with a wrong check digit
   * is asked about.
   */
  const words = { body: t('own-code.body'), confirmLabel: t('own-code.save') }
  const onNewest: OnNewest = async (run) => {
    setCircle(null)
    const asked = (version: number) => sendAsWritten((confirmed) => run(version, confirmed), words)
    try {
      return await asked(base.version)
    } catch (error) {
      const found = circleOf(error)
      setCircle(found)
      if (found !== null) return null
      if (!(error instanceof Refused && error.refusal.kind === 'conflict')) throw error
      const newest = await edit.showClash(error.refusal)
      return newest === null ? null : asked(newest)
    }
  }
  return {
    circle,
    carrying: useCarrying(edit, onNewest, left),
    save: async () => {
      const changes = edit.changes(form.getValues())
      const written = await onNewest((version, confirmed) =>
        one.mutateAsync({ id: base.id, version, changes, ...confirmed }),
      )
      if (written === null) return false
      left()
      say.done(t('said.saved', { name: values.name.trim() }))
      tellSameSku(written)
      return true
    },
  }
}

type OnNewest = <Written>(run: (version: number, confirmed: AsWritten) => Promise<Written>) => Promise<Written | null>

/** Carries the changed materials into other recipes, one preview after another. The first one also saves the product. */
function useCarrying(edit: ReturnType<typeof useEditedProduct>, onNewest: OnNewest, left: () => void) {
  const { t } = useTranslation('products')
  const { form, base, values } = edit
  const [previewing, setPreviewing] = useState(false)
  // Where the next preview continues, and the version that was saved with the preview before.
  const [saved, setSaved] = useState<{ version: number; after: number } | null>(null)
  const all = useRun(updateAll)
  const replacements = replacementsOf(values.steps)
  const changes = saved === null ? edit.changes(values) : {}

  const run = async ({ products, next }: ChosenProducts) => {
    const rest = { id: base.id, changes, replacements, products: [...products] }
    const write = (version: number, confirmed: AsWritten) => all.mutateAsync({ ...rest, version, ...confirmed })
    const written = await (saved === null ? onNewest(write) : write(saved.version, {}))
    if (written === null) return setPreviewing(false)
    say.done(t('update-all.done', { count: written.changed }))
    if (written.refused.length > 0) say.doubt(<RefusedProducts refused={written.refused} />)
    if (next === null) left()
    else setSaved({ version: written.version, after: next })
  }
  return {
    replacements,
    changes,
    after: saved?.after,
    previewing,
    close: () => {
      setPreviewing(false)
      if (saved !== null) left()
    },
    /** Opens the preview, unless a field is wrong. */
    open: () => {
      if (!form.validate().hasErrors && !stopAtUnreadable(document)) setPreviewing(true)
    },
    run: (chosen: ChosenProducts) =>
      run(chosen).catch((error: unknown) => {
        setPreviewing(false)
        if (saved !== null) left()
        say.failed(error)
      }),
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
