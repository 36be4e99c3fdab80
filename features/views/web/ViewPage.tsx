import { Center } from '@mantine/core'
import { Trash2 } from '#web/ui/icon/icons.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { deleteView, listViews, viewOnPage } from '../domain/contract.ts'
import { opening } from './shown-view.ts'
import { FRESH_MS } from './use-list-views.ts'

/** Leads from a link to a saved view to the page of its list, with the view open. */
export default function ViewPage() {
  const { id } = useAddressId()
  return id === null ? <NoRecordPage missing={refusal('missing', 'views.no-view')} /> : <OpenedView id={id} />
}

function OpenedView({ id }: { id: number }) {
  const { t } = useTranslation('views')
  const go = useGo()
  const { data, error, refetch } = useAsk(viewOnPage, { id })
  // the page shows the views at once, so that nothing moves when they arrive
  const ofList = useAsk(listViews, { list: data?.list ?? '' }, { enabled: data !== undefined, staleTime: FRESH_MS })
  const isReady = !ofList.isPending
  useEffect(() => {
    if (!data || !isReady) return
    const { page, view, choices } = data
    const texts = Object.entries(opening({ prefix: '', texts: {}, choices }, view)).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text]],
    )
    go(`${page}?${new URLSearchParams(texts)}`, { replace: true })
  }, [data, isReady, go])
  return (
    <>
      <PageHeader title={data?.view.name ?? t('title.view')} />
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading rows={10} height={36} />}
      {isOwnWithoutList(error) ? <DeleteLost id={id} /> : null}
    </>
  )
}

/** Reports whether an own view cannot be opened because its list no longer exists. */
const isOwnWithoutList = (error: unknown): boolean =>
  error instanceof Refused && error.refusal.code === 'views.list-gone' && error.refusal.details?.own === true

/** Deletes a view that no page shows any more. */
function DeleteLost({ id }: { id: number }) {
  const { t } = useTranslation('views')
  const go = useGo()
  const remove = useRun(deleteView, {
    onSuccess: () => {
      go('/', { replace: true })
      say.done(t('said.deleted-lost'))
    },
    onError: (error) => say.failed(error),
  })
  return (
    <Center>
      <ActionButton
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        pending={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        {t('delete')}
      </ActionButton>
    </Center>
  )
}
