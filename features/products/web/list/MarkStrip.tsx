import { useTranslation } from 'react-i18next'
import { useSearchTexts } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { countMarks, PRODUCT_MARKS, type ProductMark } from '../../domain/marks.ts'
import { productsRights } from '../../domain/rights.ts'
import { MARKS_FILTER, marksIn, marksOffered } from './figure-columns.tsx'

/** Goods without a code are sorted by how often they left the house; without this question the sort of the list returns. */
const sortOf = (isAsked: boolean) => (isAsked ? { sort: 'timesLeft', desc: '1' } : { sort: undefined, desc: undefined })

/** The strip above a list of products or materials: what the list is asked for. Several questions narrow the list together. */
export function MarkStrip({ materials = false }: { materials?: boolean }) {
  const { t } = useTranslation('products')
  const [texts, setTexts] = useSearchTexts()
  const seesCosts = useMay(productsRights.cost)
  const { data } = useAsk(countMarks, { materials }, { withoutSignIn: true })
  const chosen = marksIn(texts)
  const press = (mark: ProductMark) => {
    const next = PRODUCT_MARKS.filter((one) => (one === mark) !== chosen.includes(one))
    setTexts({
      [MARKS_FILTER]: next.length === 0 ? undefined : next.join(','),
      page: undefined,
      ...(mark === 'withoutCode' && !materials ? sortOf(next.includes(mark)) : {}),
    })
  }
  return (
    <StatusStrip
      label={t('mark.strip')}
      chosen={chosen}
      choose={press}
      statuses={marksOffered(seesCosts, materials).map((mark) => ({
        key: mark,
        label: t(`mark.${mark}`),
        count: data ? (data.counts[mark] ?? 0) : undefined,
      }))}
    />
  )
}
