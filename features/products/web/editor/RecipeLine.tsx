import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core'
import { useSortable } from '@dnd-kit/react/sortable'
import { GripVertical, Replace, X } from '#web/ui/icon/icons.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { twoReadings } from '#kernel/text/typed-number.ts'
import { decimalSign } from '#web/format.ts'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { WhichReading } from '#web/ui/form/WhichReading.tsx'
import { unreadableMark } from '#web/ui/form/unreadable.ts'
import { PriceText } from '#web/ui/texts.tsx'
import type { ProductForLine } from '../../domain/contract.ts'
import {
  costOfLines,
  type DraftLine,
  materialOf,
  readLine,
  removeLine,
  replaceMaterial,
  typeQuantity,
} from './recipe-draft.ts'
import { findMaterials, MaterialOption, type RecipeParts } from './recipe-parts.tsx'
import styles from './recipe.module.css'

type Props = RecipeParts & { line: DraftLine; place: number; stepKey: number }

/** One material of a step, with number and unit in one field. A press on the name puts another material in its place. */
export function RecipeLine({ line, place, stepKey, steps, setSteps, focusNext, seesCosts, circle, productId }: Props) {
  const { t } = useTranslation('products')
  const { ref, handleRef, isDragging } = useSortable({
    id: `line-${line.key}`,
    index: place,
    group: `lines-${stepKey}`,
    type: 'line',
    accept: 'line',
  })
  const { name } = line.material
  return (
    <div
      ref={ref}
      role="group"
      aria-label={name}
      className={styles.line}
      data-line={line.key}
      data-dragged={isDragging || undefined}
    >
      <button
        type="button"
        ref={handleRef}
        className={styles.grip}
        data-part="grip"
        aria-label={t('recipe.move', { name })}
      >
        <GripVertical size={16} aria-hidden />
      </button>
      <MaterialField
        line={line}
        productId={productId}
        circle={circle?.materialId === line.material.id ? circle.text : null}
        replace={(found) => {
          focusNext(`[data-line="${line.key}"] [data-part="quantity"]`)
          setSteps(replaceMaterial(steps, line.key, materialOf(found)))
        }}
      />
      <QuantityField
        line={line}
        type={(text) => setSteps(typeQuantity(steps, line.key, text))}
        next={() => {
          // the field of the next material of the same step
          document.querySelector<HTMLElement>(`[data-step="${stepKey}"] [data-find] input`)?.focus()
        }}
      />
      <span className={styles.cost}>{seesCosts ? <PriceText value={costOfLines([line])} /> : null}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('recipe.remove', { name })}
        onClick={() => {
          focusNext(`[data-step="${stepKey}"] [data-find] input`)
          setSteps(removeLine(steps, line.key))
        }}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

type MaterialFieldProps = {
  line: DraftLine
  productId: number | undefined
  /** Why the material is refused, or null. */
  circle: string | null
  replace: (found: ProductForLine) => void
}

/** Shows the material. A press on it finds another one for its place. */
function MaterialField({ line, productId, circle, replace }: MaterialFieldProps) {
  const { t } = useTranslation('products')
  const [replacing, setReplacing] = useState(false)
  const { name, sku } = line.material
  // The label contains the visible text, so that people who speak to their device can press it.
  const shown = [name, sku].filter((part) => part !== '').join(' ')
  const label = t('recipe.replace', { name: shown })
  return (
    <div className={styles.material}>
      {replacing ? (
        <SearchPick
          label={label}
          hideLabel
          startsHere
          placeholder={name}
          search={(text) => findMaterials(text, productId)}
          onPick={(found: ProductForLine) => {
            setReplacing(false)
            replace(found)
          }}
          row={(material) => <MaterialOption material={material} />}
        />
      ) : (
        <UnstyledButton
          className={styles.name}
          data-part="name"
          aria-label={label}
          title={label}
          onClick={() => setReplacing(true)}
        >
          {name} {sku === '' ? null : <small>{sku}</small>}
          <Replace size={14} aria-hidden />
        </UnstyledButton>
      )}
      {circle === null ? null : (
        <p role="alert" className={styles.wrong}>
          {circle}
        </p>
      )}
    </div>
  )
}

/** Number and unit in one field. Its problem is shown when it loses the focus. */
function QuantityField({ line, type, next }: { line: DraftLine; type: (text: string) => void; next: () => void }) {
  const { t } = useTranslation('products')
  const [left, setLeft] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const { problem } = readLine(line)
  const readings = problem === 'unclear' ? twoReadings(line.text, decimalSign()) : null
  const shown = left && problem !== null
  return (
    <TextInput
      ref={box}
      aria-label={t('word.quantity-of', { name: line.material.name })}
      data-part="quantity"
      className={styles.quantity}
      placeholder={t(`unit.${line.unit}`)}
      maxLength={40}
      autoComplete="off"
      {...unreadableMark(problem !== null)}
      error={
        readings ? (
          <WhichReading readings={readings} choose={type} field={box} />
        ) : shown ? (
          t(`recipe.wrong-${problem}`, { unit: t(`unit.${line.material.unit}`) })
        ) : undefined
      }
      value={line.text}
      onFocus={(event) => {
        event.currentTarget.select()
      }}
      onBlur={() => setLeft(true)}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        next()
      }}
    />
  )
}
