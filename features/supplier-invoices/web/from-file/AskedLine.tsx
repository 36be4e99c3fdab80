import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MATERIAL_UNITS, type Unit } from '#features/products/domain/product.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import type { InputOf } from '#kernel/contract.ts'
import { askQuery } from '#web/api.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import mark from '#web/ui/mark.module.css'
import { sendAsWritten } from '#web/ui/as-written.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { findGoods } from '#features/supplier-catalogue/domain/goods.ts'
import { answerLine, type FileDraft, type FileDraftLine } from '../../domain/from-file/contract.ts'
import { factorFor } from '#features/supplier-files/domain/matching.ts'
import { unitKey, unitWritten } from '#features/supplier-files/domain/units.ts'
import styles from './from-file.module.css'

type Product = { readonly id: number; readonly name: string; readonly sku: string; readonly unit: Unit }
type Answer = InputOf<typeof answerLine>['answer']

type Props = {
  file: FileDraft
  line: FileDraftLine
  readOnly: boolean
  answered: () => void
}

/** What the card of a line asks: which product it is, how many units one unit of the file is, or the data of a new product. */
type Asking =
  | { readonly kind: 'product' }
  | { readonly kind: 'unit'; readonly product: Product }
  | { readonly kind: 'new' }

/** Asks what a line of a file means. The answer is stored at once and holds for later files of the provider. */
export function AskedLine({ file, line, readOnly, answered }: Props) {
  const { t } = useTranslation(['purchases', 'products'])
  const { match } = line
  const byUnit = match.state === 'asked' && match.why === 'unit'
  const [asking, setAsking] = useState<Asking>(byUnit ? { kind: 'unit', product: match.product } : { kind: 'product' })
  const run = useRun(answerLine)
  const store = (answer: Answer) => {
    if (run.isPending || file.provider === null) return
    const place = { fileId: file.id, providerId: file.provider.id, line: line.line }
    sendAsWritten(
      (confirmed) =>
        run.mutateAsync({ ...place, answer: answer.kind === 'new' ? { ...answer, ...confirmed } : answer }),
      { body: t('products:own-code.body'), confirmLabel: t('products:own-code.save') },
    ).then(
      answered,
      // the card shows the error of the last attempt
      () => undefined,
    )
  }
  const take = (product: Product) => {
    if (factorFor(line, product, []) === null) setAsking({ kind: 'unit', product })
    else store({ kind: 'product', productId: product.id })
  }
  const back = () => setAsking({ kind: 'product' })
  return (
    <li className={styles.card} aria-busy={run.isPending}>
      <div className={styles.ofFile}>
        <strong>{line.name || line.code}</strong> <small className="figures">{line.code}</small>
        <div className={styles.amounts}>
          <QuantityText value={line.quantity} unit={unitWritten(line.unit) ?? line.unit} />
          {file.form === 'note' ? null : (
            <>
              {' · '}
              <MoneyText value={line.net} />
            </>
          )}
        </div>
        <span className={mark.mark} data-tone="warning">
          {t(`file.why.${match.state === 'asked' ? match.why : 'reopened'}`)}
        </span>
      </div>
      {readOnly ? null : (
        <div className={styles.answer}>
          {asking.kind === 'product' ? (
            <WhichProduct line={line} take={take} create={() => setAsking({ kind: 'new' })} store={store} />
          ) : asking.kind === 'unit' ? (
            <WhichFactor line={line} product={asking.product} pending={run.isPending} store={store} back={back} />
          ) : (
            <NewProduct line={line} pending={run.isPending} store={store} back={back} />
          )}
          {run.error ? <RefusalText error={run.error} /> : null}
        </div>
      )}
    </li>
  )
}

type WhichProductProps = {
  line: FileDraftLine
  take: (product: Product) => void
  create: () => void
  store: (answer: Answer) => void
}

/** Offers the similar products, the search, a new product, and the expense. */
function WhichProduct({ line, take, create, store }: WhichProductProps) {
  const { t } = useTranslation('purchases')
  const mayCreate = useMay(productsRights.write)
  const { match, name, code } = line
  const candidates = match.state === 'asked' && match.why !== 'unit' ? match.candidates : []
  return (
    <>
      {candidates.length > 0 ? (
        <Group gap="xs">
          {candidates.map((product) => (
            <Button key={product.id} variant="light" size="compact-md" onClick={() => take(product)}>
              {product.name}
              {product.sku === '' ? '' : ` · ${product.sku}`}
            </Button>
          ))}
        </Group>
      ) : null}
      <div className={styles.others}>
        <SearchPick
          label={t('file.answer.find', { name: name || code })}
          hideLabel
          placeholder={t('file.answer.find-hint')}
          search={(search) => askQuery(findGoods, { search }).then(({ rows }) => rows)}
          onPick={take}
          row={(product) => (
            <span>
              {product.name} <small>{product.sku}</small>
            </span>
          )}
        />
        {mayCreate ? (
          <Button variant="default" onClick={create}>
            {t('file.answer.new')}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => store({ kind: 'expense' })}>
          {t('file.answer.expense')}
        </Button>
      </div>
    </>
  )
}

/** Returns a function that names one unit of the file. A word that is not known stays as the file writes it. */
function useOneUnit(): (unit: string) => string {
  const { t } = useTranslation('purchases')
  return (unit) => t(`file.one-unit.${unitKey(unit)}`, { defaultValue: unit })
}

type StepProps = { line: FileDraftLine; pending: boolean; store: (answer: Answer) => void; back: () => void }

/** Asks how many units of the product one unit of the file is. */
function WhichFactor({ line, product, pending, store, back }: StepProps & { product: Product }) {
  const { t } = useTranslation(['purchases', 'frame'])
  const { match, unit } = line
  const oneUnit = useOneUnit()
  const proposed = match.state === 'asked' && match.why === 'unit' ? match.proposed : null
  const [factor, setFactor] = useState<number | null>(proposed)
  const save = () => {
    if (factor !== null && factor > 0) store({ kind: 'product', productId: product.id, factor })
  }
  return (
    <>
      <Text size="sm">
        {product.name} <small>{product.sku}</small>
      </Text>
      <div className={styles.factor}>
        <QuantityInput
          label={t('file.answer.factor', { unit: oneUnit(unit), newUnit: t(`frame:unit.${product.unit}`) })}
          value={factor}
          min={1}
          onChange={setFactor}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
        <ActionButton pending={pending} onClick={save}>
          {t('action.save')}
        </ActionButton>
        <Button variant="default" onClick={back}>
          {t('action.back')}
        </Button>
      </div>
    </>
  )
}

/** Asks for the name and the unit of a new product, with those of the file. */
function NewProduct({ line, pending, store, back }: StepProps) {
  const { t } = useTranslation(['purchases', 'frame'])
  const written = unitWritten(line.unit)
  const oneUnit = useOneUnit()
  const [name, setName] = useState(line.name || line.code)
  const [unit, setUnit] = useState<Unit>(written ?? 'Item')
  const [factor, setFactor] = useState<number | null>(null)
  const needsFactor = factorFor(line, { id: 0, unit }, []) === null
  const save = () => {
    if (name.trim() === '' || (needsFactor && !factor)) return
    store({ kind: 'new', name, unit, factor: needsFactor ? factor : null })
  }
  return (
    <>
      <div className={styles.newProduct}>
        <TextInput
          label={t('word.name')}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('word.unit')}
          value={unit}
          data={[...new Set<Unit>([...MATERIAL_UNITS, unit])].map((one) => ({
            value: one,
            label: t(`frame:unit.${one}`),
          }))}
          onChange={(event) => setUnit(event.currentTarget.value as Unit)}
        />
        {needsFactor ? (
          <QuantityInput
            label={t('file.answer.factor', { unit: oneUnit(line.unit), newUnit: t(`frame:unit.${unit}`) })}
            value={factor}
            min={1}
            onChange={setFactor}
          />
        ) : null}
      </div>
      <Group gap="xs">
        <ActionButton pending={pending} onClick={save}>
          {t('file.answer.create')}
        </ActionButton>
        <Button variant="default" onClick={back}>
          {t('action.back')}
        </Button>
      </Group>
    </>
  )
}
