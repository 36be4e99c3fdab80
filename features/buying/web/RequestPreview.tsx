import { Group } from '@mantine/core'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import { usePreviewWord } from '#web/ui/table/preview/record-previews.ts'
import { type PurchaseRequest, requestDetail } from '../domain/contract.ts'
import {
  Canceled,
  type Receive,
  ReceiveButton,
  RequestActions,
  RequestLines,
  RequestLinks,
  useRequestTitle,
  WhyNoAction,
} from './RequestDetail.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { StateBadge } from './StateBadge.tsx'

/** Shows a request or an order at a provider beside a list: its state, what may be done with it, its goods and data. */
export function RequestPreview({ id, receive }: { id: number; receive: Receive }) {
  return (
    <AskedPreview contract={requestDetail} id={id}>
      {({ request }) => <Content request={request} receive={receive} />}
    </AskedPreview>
  )
}

function Content({ request, receive }: { request: PurchaseRequest; receive: Receive }) {
  usePreviewWord(useRequestTitle(request))
  return (
    <>
      <div>
        <StateBadge state={request.state} isLate={request.isLate} />
      </div>
      <Canceled request={request} />
      <Group gap="xs" data-tools>
        <ReceiveButton request={request} receive={receive} />
        <RequestActions request={request} />
      </Group>
      <WhyNoAction request={request} />
      <RequestLines request={request} />
      <RequestLinks request={request} />
      <RequestFacts request={request} />
    </>
  )
}
