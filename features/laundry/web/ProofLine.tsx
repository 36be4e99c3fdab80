import { CircleCheck, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { lentFigures } from '../domain/contract.ts'
import { differenceOf, expectedOf, ownedOf } from '../domain/figures.ts'
import styles from './loans.module.css'

/** Says where the lent items of the company are, and whether that is what entered the stock. */
export function ProofLine() {
  const { t } = useTranslation('laundry')
  const answer = useAsk(lentFigures, {})
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={2} />
  const { total, products } = answer.data
  const differing = products.filter((product) => differenceOf(product) !== 0)
  const differs = differing.length > 0
  const Icon = differs ? TriangleAlert : CircleCheck
  return (
    <p className={styles.proof} data-differs={differs || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {t('proof.line', {
          owned: showQuantity(ownedOf(total)),
          shelf: showQuantity(total.shelf),
          laundry: showQuantity(total.laundry),
          trucks: showQuantity(total.trucks),
          customers: showQuantity(total.customers),
          off: showQuantity(total.writtenOff),
        })}
        <small>
          {differs
            ? t('proof.differs', {
                name: differing[0]?.name ?? '',
                quantity: showQuantity(differing[0] ? differenceOf(differing[0]) : 0),
              })
            : t(total.sold === 0 ? 'proof.fits' : 'proof.fits-sold', {
                entered: showQuantity(expectedOf(total)),
                hand: showQuantity(total.byHand),
                sold: showQuantity(total.sold),
              })}
        </small>
      </span>
    </p>
  )
}
