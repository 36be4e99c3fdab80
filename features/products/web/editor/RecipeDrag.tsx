import { VisuallyHidden } from '@mantine/core'
import { PointerSensor } from '@dnd-kit/dom'
import { type DragDropEventHandlers, DragDropProvider } from '@dnd-kit/react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DragSettings, dragPlugins } from '#web/ui/dragging/drag-plugins.ts'
import { type DraftStep, moveStep, placeLine, placeOf } from './recipe-draft.ts'

type Props = {
  steps: readonly DraftStep[]
  /** Called when something is dropped, not before: Escape leaves everything as it was. */
  setSteps: (steps: readonly DraftStep[]) => void
  /** Draws the steps in the order to show, which is another one during a drag. */
  children: (shown: readonly DraftStep[]) => ReactNode
}

const keyOf = (id: string | number | undefined, kind: 'step' | 'line'): number | null => {
  const [named, key] = String(id).split('-')
  return named === kind ? Number(key) : null
}

/** Returns the steps with the dragged step or material at the place of the one below the pointer. */
function dropped(steps: readonly DraftStep[], source: string | number, target: string | number): readonly DraftStep[] {
  const line = keyOf(source, 'line')
  const step = keyOf(source, 'step')
  const overLine = keyOf(target, 'line')
  const overStep = keyOf(target, 'step')
  if (line !== null && overLine !== null) {
    const to = placeOf(steps, overLine)
    return to === null ? steps : placeLine(steps, line, to)
  }
  if (line !== null && overStep !== null) {
    // over its own step a material stays where it is
    if (placeOf(steps, line)?.stepKey === overStep) return steps
    return placeLine(steps, line, { stepKey: overStep, index: Number.MAX_SAFE_INTEGER })
  }
  const over = overStep ?? (overLine === null ? null : placeOf(steps, overLine)?.stepKey)
  if (step === null || over == null) return steps
  const placeOfStep = (key: number) => steps.findIndex((one) => one.key === key)
  return moveStep(steps, step, placeOfStep(over) - placeOfStep(step))
}

/** Lets a person drag steps, and materials within and between steps, by their grips. Keys move them too (RecipePanel). */
export function RecipeDrag({ steps, setSteps, children }: Props) {
  const { t } = useTranslation('products')
  const settings = useMemo((): DragSettings => ({ sensors: [PointerSensor], plugins: dragPlugins() }), [])
  const [preview, setPreview] = useState<readonly DraftStep[] | null>(null)
  const [spoken, setSpoken] = useState('')
  // The next event may come before the page is drawn again.
  const latest = useRef<readonly DraftStep[]>(steps)
  const show = (order: readonly DraftStep[] | null) => {
    latest.current = order ?? steps
    setPreview(order)
  }
  const onDragOver: DragDropEventHandlers['onDragOver'] = (event) => {
    // The library would swap two elements, also of different kinds.
    event.preventDefault()
    const { source, target } = event.operation
    if (source && target && source.id !== target.id) show(dropped(latest.current, source.id, target.id))
  }
  const onDragEnd: DragDropEventHandlers['onDragEnd'] = ({ canceled }) => {
    if (!canceled) {
      setSteps(latest.current)
      setSpoken(t('recipe.moved'))
    }
    show(null)
  }
  return (
    <DragDropProvider {...settings} onDragStart={() => show(steps)} onDragOver={onDragOver} onDragEnd={onDragEnd}>
      {children(preview ?? steps)}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </DragDropProvider>
  )
}
