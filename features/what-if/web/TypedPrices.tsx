import { ActionIcon, Text, TextInput } from '@mantine/core'
import { X } from '#web/ui/icon/icons.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductForLine } from '#features/products/domain/contract.ts'
import { findMaterials } from '#features/products/web/editor/recipe-parts.tsx'
import type { OutputOf } from '#kernel/contract.ts'
import { showPrice } from '#web/format.ts'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { unreadableMark } from '#web/ui/form/unreadable.ts'
import { WhichReading } from '#web/ui/form/WhichReading.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { PriceText } from '#web/ui/texts.tsx'
import { useStartField } from '#web/ui/form/use-start-field.ts'
import { MOST_PRICES, type tryPrices } from '../domain/contract.ts'
import { isWrong, readingsOf, removeMaterial, type TypedMaterial, type TypedPrice, typeText } from './typed-prices.ts'
import styles from './what-if.module.css'

type Material = OutputOf<typeof tryPrices>['materials'][number]

type Props = {
  rows: readonly TypedPrice[]
  /** What the last trial said of the materials; undefined before it. */
  tried: readonly Material[] | undefined
  change: (rows: readonly TypedPrice[]) => void
  add: (material: TypedMaterial) => void
  /** Tries the typed prices without waiting. */
  askNow: () => void
}

/**
 * Takes materials and their new prices. Enter takes a material and goes to its price, and Enter there tries the price and goes
 * to the next material.
 */
export function TypedPrices({ rows, tried, change, add, askNow }: Props) {
  const { t } = useTranslation('what-if')
  const finder = useRef<HTMLInputElement>(null)
  return (
    <Panel title={t('typed.title')}>
      {rows.map((row) => (
        <TypedRow
          key={row.material.id}
          row={row}
          tried={tried?.find(({ id }) => id === row.material.id)}
          type={(text) => change(typeText(rows, row.material.id, text))}
          remove={() => {
            change(removeMaterial(rows, row.material.id))
            finder.current?.focus()
          }}
          enter={() => {
            askNow()
            finder.current?.focus()
          }}
        />
      ))}
      {rows.length >= MOST_PRICES ? (
        <Text size="sm">{t('typed.most', { count: MOST_PRICES })}</Text>
      ) : (
        <SearchPick
          label={t('word.material')}
          placeholder={t('typed.find-hint')}
          startsHere
          inputRef={finder}
          search={(text) => findMaterials(text, undefined)}
          onPick={add}
          row={(material: ProductForLine) => <Option material={material} />}
        />
      )}
      <Text size="xs" c="dimmed" mt="xs" className={styles.keys}>
        {t('typed.keys')}
      </Text>
    </Panel>
  )
}

function Option({ material }: { material: ProductForLine }) {
  return (
    <span className={styles.option}>
      <span>
        {material.name} <small>{material.sku}</small>
      </span>
      <PriceText value={material.costPrice} />
    </span>
  )
}

type RowProps = {
  row: TypedPrice
  /** What the last trial said of the material; undefined before it. */
  tried: Material | undefined
  type: (text: string) => void
  remove: () => void
  enter: () => void
}

/** One material with its new price. The field takes the focus when it is first drawn. */
function TypedRow({ row, tried, type, remove, enter }: RowProps) {
  const { t } = useTranslation(['what-if', 'frame'])
  const field = useStartField()
  const [left, setLeft] = useState(false)
  const { name, sku, unit } = row.material
  const wrong = isWrong(row)
  const readings = readingsOf(row)
  return (
    <div role="group" aria-label={name} className={styles.typed}>
      <div className={styles.material}>
        {name} {sku === '' ? null : <small>{sku}</small>}
        {tried ? (
          <div className={styles.now}>
            {t('typed.now', { price: showPrice(tried.oldCost), unit: t(`frame:unit.${unit}`) })}
            {tried.closed === null && tried.newCost !== tried.oldCost
              ? ` · ${t('typed.becomes', { price: showPrice(tried.newCost) })}`
              : null}
          </div>
        ) : null}
        {tried?.closed ? (
          <p role="alert" className={styles.closed}>
            {refusalText(tried.closed)}
          </p>
        ) : null}
      </div>
      <TextInput
        ref={field}
        aria-label={t('typed.price', { name })}
        data-price={row.material.id}
        className={styles.price}
        placeholder={t('typed.price-hint')}
        inputMode="text"
        maxLength={30}
        autoComplete="off"
        {...unreadableMark(wrong)}
        error={
          readings ? (
            <WhichReading readings={readings} choose={type} field={field} />
          ) : left && wrong ? (
            t('typed.wrong')
          ) : undefined
        }
        value={row.text}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setLeft(true)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          if (wrong) setLeft(true)
          else enter()
        }}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('typed.remove', { name })} onClick={remove}>
        <X size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
