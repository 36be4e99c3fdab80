import { Button, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Plus } from '#web/ui/icon/icons.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rate } from '#kernel/money.ts'
import { useMay } from '#web/session.ts'
import { isUnderDialog } from '#web/ui/form/save-key.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { productsRights } from '../../domain/rights.ts'
import { type ProductValues, stepError } from '../fields/product-values.ts'
import { addStep, type DraftStep, moveLine, moveStep, unnumbered } from './recipe-draft.ts'
import { type Circle, FindMaterial } from './recipe-parts.tsx'
import { RecipeDrag } from './RecipeDrag.tsx'
import { RecipeStep } from './RecipeStep.tsx'
import styles from './recipe.module.css'

type Props = {
  form: UseFormReturnType<ProductValues>
  circle: Circle | null
  /** The product of the recipe, which cannot be its own material; none for a new one. */
  productId?: number
  /** Whether the cursor begins in a recipe that has no steps. */
  startsHere?: boolean
}

/**
 * Edits how a product is made. Keys: Enter takes a material and goes to its quantity, Enter there goes to the next
 * material, Alt+Enter begins a new step, and Alt with an arrow key moves a material or a step. Alt+Enter in another field
 * of the page goes to the last step. A recipe has a step when a person adds one, alone or with its first material.
 */
export function RecipePanel({ form, circle, productId, startsHere = false }: Props) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const { steps } = form.getValues()
  const setSteps = (next: readonly DraftStep[]) => form.setFieldValue('steps', [...next])
  const { area, focusNext, addStepAfter, onKeyDown } = useRecipeKeys(steps, setSteps)
  const wrongSteps = form.errors['steps']
  return (
    <Panel
      title={t('part.requirements')}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => addStepAfter(null)}
        >
          {t('recipe.add-step')}
        </Button>
      }
      flush
    >
      <div ref={area} onKeyDownCapture={onKeyDown}>
        {wrongSteps ? (
          <p role="alert" className={styles.wrong}>
            {wrongSteps}
          </p>
        ) : null}
        <RecipeDrag steps={steps} setSteps={setSteps}>
          {(shown) =>
            shown.map((step, index) => (
              <RecipeStep
                key={step.key}
                step={step}
                place={index}
                steps={steps}
                setSteps={setSteps}
                focusNext={focusNext}
                seesCosts={seesCosts}
                circle={circle}
                productId={productId}
                wrongSeq={
                  Boolean(form.errors[stepError(step.key)]) ||
                  (Boolean(wrongSteps) && index === 0 && unnumbered(steps).length === 0)
                }
              />
            ))
          }
        </RecipeDrag>
        {steps.length === 0 ? (
          <div className={styles.step}>
            <FindMaterial step={null} {...{ steps, setSteps, focusNext, productId, startsHere }} />
          </div>
        ) : null}
        <Text size="xs" c="dimmed" className={styles.keys}>
          {t('recipe.keys')}
        </Text>
      </div>
    </Panel>
  )
}

/** Returns what the keys of the recipe do, and the area in which they do it. */
function useRecipeKeys(steps: readonly DraftStep[], setSteps: (steps: readonly DraftStep[]) => void) {
  const area = useRef<HTMLDivElement>(null)
  const focusNext = useFocusAfterChange(area, steps)

  const addStepAfter = (key: number | null) => {
    const next = addStep(steps, key)
    const at = key === null ? next.length - 1 : next.findIndex((step) => step.key === key) + 1
    focusNext(`[data-step="${next[at]?.key}"] [data-find] input`)
    setSteps(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return
    const stepKey = Number(event.target.closest<HTMLElement>('[data-step]')?.dataset['step'] ?? Number.NaN)
    const lineKey = Number(event.target.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? Number.NaN)
    if (event.key === 'Enter') {
      addStepAfter(Number.isNaN(stepKey) ? null : stepKey)
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !Number.isNaN(stepKey)) {
      const by = event.key === 'ArrowUp' ? -1 : 1
      const part = event.target.getAttribute('data-part')
      if (Number.isNaN(lineKey)) setSteps(moveStep(steps, stepKey, by))
      else setSteps(moveLine(steps, lineKey, by))
      const moved = Number.isNaN(lineKey) ? `[data-step="${stepKey}"]` : `[data-line="${lineKey}"]`
      focusNext(`${moved} ${part === null ? '[data-find] input' : `[data-part="${part}"]`}`)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  useAltEnterFromOutside(area)
  return { area, focusNext, addStepAfter, onKeyDown }
}

/** Moves the cursor to the materials of the last step on Alt+Enter in any other field of the page. */
function useAltEnterFromOutside(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.key !== 'Enter' || event.defaultPrevented || isUnderDialog(area.current)) return
      const last = [...(area.current?.querySelectorAll<HTMLElement>('[data-find] input') ?? [])].at(-1)
      if (last === undefined || (event.target instanceof Node && area.current?.contains(event.target))) return
      event.preventDefault()
      last.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [area])
}

/** Returns a function that names the element to focus after the next change of the recipe. */
function useFocusAfterChange(area: RefObject<HTMLElement | null>, steps: readonly DraftStep[]) {
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    area.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  }, [area, steps])
  return (selector: string) => {
    next.current = selector
  }
}

/** The margin as the commands take it; an empty field counts as none. */
export const marginOf = ({ costMargin }: Pick<ProductValues, 'costMargin'>): Rate => (costMargin ?? 0) as Rate
