import { Anchor, Checkbox, Text } from '@mantine/core'
import { FileText } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartyPick } from '#features/parties/web/QuickParty.tsx'
import { isCounted } from '#features/products/domain/product.ts'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import { lineTotal, type Quantity, quantity, sumCents, type UnitPrice } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { LightQuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { MoneyText, PriceText } from '#web/ui/texts.tsx'
import type { Proposal, ProposalGroup } from '../domain/contract.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { findProviders } from '#features/supplier-catalogue/web/find-providers.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { SumText } from './SumText.tsx'
import styles from './requests.module.css'

/** What a person chose of a proposal. A quantity that cannot be read is null. */
type Choice = { readonly ticked: boolean; readonly quantity: Quantity | null }
type Choices = Readonly<Record<number, Choice>>

const choiceOf = (choices: Choices, line: Proposal): Choice =>
  choices[line.productId] ?? { ticked: false, quantity: line.proposed }

/** Shows the proposals for one provider: tick, quantity, and the order in one dialog. In one piece, because ticks, total and button share one state. */
export function ProposalGroupCard({ group: { provider, lines } }: { group: ProposalGroup }) {
  const { t } = useTranslation('purchases')
  const mayWrite = useMay(purchasesRights.write)
  const [choices, setChoices] = useState<Choices>({})
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null)
  const [ordering, setOrdering] = useState(false)
  const change = (line: Proposal, changed: Partial<Choice>) =>
    setChoices((before) => ({ ...before, [line.productId]: { ...choiceOf(before, line), ...changed } }))
  const ticked = lines.filter((line) => choiceOf(choices, line).ticked)
  const to = provider ?? chosen
  const unread = ticked.some((line) => (choiceOf(choices, line).quantity ?? 0) <= 0)
  const closed =
    ticked.length === 0
      ? t('proposals.none-ticked')
      : unread
        ? t('proposals.no-quantity')
        : to === null
          ? t('proposals.no-provider')
          : null
  const ordered = ticked.map((line) => ({ line, quantity: choiceOf(choices, line).quantity ?? quantity(0) }))
  const total = sumCents(ordered.map((one) => lineTotal(one.quantity, one.line.price ?? (0 as UnitPrice))))
  const tickAll = (on: boolean) =>
    setChoices((before) =>
      Object.fromEntries(
        lines.map((line) => {
          const choice = choiceOf(before, line)
          return [line.productId, { ...choice, ticked: on && (choice.quantity === null || choice.quantity > 0) }]
        }),
      ),
    )
  return (
    <Panel
      title={<ProviderName provider={provider} />}
      flush
      actions={
        mayWrite ? (
          <>
            {ticked.length === 0 ? null : (
              <Text size="sm" span>
                {t('proposals.ticked', { count: ticked.length })} · <MoneyText value={total} />
              </Text>
            )}
            <ActionButton
              closed={closed}
              leftSection={<FileText size={16} aria-hidden />}
              onClick={() => setOrdering(true)}
            >
              {t('title.order-sheet')}
            </ActionButton>
          </>
        ) : null
      }
    >
      {provider === null && mayWrite ? (
        <div className={styles.choose}>
          <PartyPick
            pages={providerPages}
            of={chosen?.id ?? 0}
            label={chosen ? t('proposals.provider-is', { name: chosen.name }) : t('proposals.choose-provider')}
            search={findProviders}
            onPick={({ id, name }) => setChosen({ id, name })}
            row={({ name }) => name}
          />
        </div>
      ) : null}
      {mayWrite && lines.length > 1 ? (
        <Checkbox
          className={styles.all}
          label={t('proposals.all')}
          checked={ticked.length === lines.length}
          indeterminate={ticked.length > 0 && ticked.length < lines.length}
          onChange={(event) => tickAll(event.currentTarget.checked)}
        />
      ) : null}
      <ul className={styles.lines} aria-label={provider?.name ?? t('proposals.without-provider')}>
        {lines.map((line) => (
          <Line
            key={line.productId}
            line={line}
            choice={choiceOf(choices, line)}
            change={mayWrite ? (changed) => change(line, changed) : null}
          />
        ))}
      </ul>
      {ordering && to ? (
        <OrderDialog
          provider={to}
          lines={ordered}
          close={() => setOrdering(false)}
          ordered={() => {
            setOrdering(false)
            setChoices({})
          }}
        />
      ) : null}
    </Panel>
  )
}

function ProviderName({ provider }: Pick<ProposalGroup, 'provider'>) {
  const { t } = useTranslation('purchases')
  const mayOpen = useMayOpen('/provider-detail/$id')
  if (provider === null) return <>{t('proposals.without-provider')}</>
  return mayOpen ? (
    <Anchor component={PageLink} to={`/provider-detail/${provider.id}`} inherit>
      {provider.name}
    </Anchor>
  ) : (
    <>{provider.name}</>
  )
}

type LineProps = { line: Proposal; choice: Choice; change: ((changed: Partial<Choice>) => void) | null }

function Line({ line, choice, change }: LineProps) {
  const { t } = useTranslation('purchases')
  const unit = t(`unit.${line.unit}`, { ns: 'frame', defaultValue: line.unit })
  const codes = [line.code, line.sku].filter(Boolean).join(' · ')
  return (
    <li className={styles.line}>
      {change ? (
        <Checkbox
          className={styles.tick}
          aria-label={t('proposals.tick', { name: line.name })}
          checked={choice.ticked}
          onChange={(event) => change({ ticked: event.currentTarget.checked })}
        />
      ) : null}
      <div className={styles.goods}>
        <Anchor component={PageLink} to={`/product-overview/${line.productId}`} inherit>
          {line.name}
        </Anchor>
        {codes === '' ? null : <small>{codes}</small>}
        <SumText line={line} unit={unit} />
        <Askers line={line} unit={unit} />
      </div>
      <div className={styles.amount}>
        {change ? (
          <LightQuantityInput
            label={t('proposals.quantity-of', { name: line.name })}
            value={choice.quantity}
            min={0}
            whole={isCounted(line.unit)}
            onChange={(value) => change({ quantity: value as Quantity | null, ticked: value !== null && value > 0 })}
          />
        ) : (
          <span className="figures">{showQuantity(line.proposed)}</span>
        )}
        <span>{unit}</span>
      </div>
      <div className={styles.price}>
        {line.price === null ? (
          <small>{t('proposals.no-price')}</small>
        ) : (
          <>
            <PriceText value={line.price} />
            <strong>
              <MoneyText value={lineTotal(choice.quantity ?? (0 as Quantity), line.price)} />
            </strong>
          </>
        )}
      </div>
    </li>
  )
}

/** Names who asked for the goods, with links to the requests. */
function Askers({ line, unit }: { line: Proposal; unit: string }) {
  const { t } = useTranslation('purchases')
  if (line.requests.length === 0) return null
  return (
    <small>
      {t('proposals.asked-by')}{' '}
      {line.requests.map((request, index) => (
        <span key={request.id}>
          {index === 0 ? '' : ', '}
          <Anchor component={PageLink} to={`/invoice-detail/${request.id}`} inherit underline="always">
            {`${request.person} ${showQuantity(request.quantity)} ${unit}`}
          </Anchor>
        </span>
      ))}
    </small>
  )
}
