import { ActionIcon, Autocomplete, TextInput } from '@mantine/core'
import { useSortable } from '@dnd-kit/react/sortable'
import { GripVertical, Trash2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { listSections } from '#features/sections/domain/contract.ts'
import type { Quantity } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { PriceText } from '#web/ui/texts.tsx'
import { changeStep, costOfLines, type DraftStep, removeStep } from './recipe-draft.ts'
import { RecipeLine } from './RecipeLine.tsx'
import { FindMaterial, type RecipeParts } from './recipe-parts.tsx'
import styles from './recipe.module.css'

type Props = RecipeParts & { step: DraftStep; place: number; wrongSeq: boolean }

/** One step: its number and section, its materials, and a field that finds the next one. */
export function RecipeStep({ step, place, wrongSeq, ...parts }: Props) {
  const { t } = useTranslation('products')
  const { ref, handleRef, isDragging } = useSortable({
    id: `step-${step.key}`,
    index: place,
    type: 'step',
    accept: ['step', 'line'],
    group: 'steps',
  })
  return (
    <section
      ref={ref}
      className={styles.step}
      data-step={step.key}
      data-dragged={isDragging || undefined}
      aria-label={t('requirements.step', { number: step.seq, section: step.section })}
    >
      <StepHead step={step} grip={handleRef} wrongSeq={wrongSeq} {...parts} />
      {step.lines.map((line, index) => (
        <RecipeLine key={line.key} line={line} place={index} stepKey={step.key} {...parts} />
      ))}
      <FindMaterial step={step} {...parts} />
    </section>
  )
}

type HeadProps = RecipeParts & { step: DraftStep; grip: (element: Element | null) => void; wrongSeq: boolean }

function StepHead({ step, grip, wrongSeq, steps, setSteps, focusNext, seesCosts }: HeadProps) {
  const { t } = useTranslation('products')
  const sections = useAsk(listSections, {}).data?.rows ?? []
  return (
    <div className={styles.head}>
      <button
        type="button"
        ref={grip}
        className={styles.grip}
        data-part="grip"
        aria-label={t('recipe.move-step', { number: step.seq })}
      >
        <GripVertical size={16} aria-hidden />
      </button>
      <TextInput
        aria-label={t('recipe.number')}
        data-part="seq"
        className={styles.seq}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        error={wrongSeq}
        value={step.seq}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setSteps(changeStep(steps, step.key, { seq: event.currentTarget.value }))}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Autocomplete
        aria-label={t('recipe.section')}
        data-part="section"
        className={styles.section}
        data={sections.map(({ name }) => name)}
        maxLength={60}
        autoComplete="off"
        value={step.section}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(section) => setSteps(changeStep(steps, step.key, { section }))}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <QuantityInput
        aria-label={t('recipe.minutes-of', { number: step.seq })}
        title={t('recipe.minutes-of', { number: step.seq })}
        placeholder={t('recipe.minutes')}
        data-part="minutes"
        className={styles.minutes}
        min={1}
        value={step.minutes}
        onChange={(minutes) => setSteps(changeStep(steps, step.key, { minutes: minutes as Quantity | null }))}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <span className={styles.cost}>{seesCosts ? <PriceText value={costOfLines(step.lines)} /> : null}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('recipe.remove-step', { number: step.seq })}
        onClick={() => {
          focusNext('[data-find] input')
          setSteps(removeStep(steps, step.key))
        }}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
