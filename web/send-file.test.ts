import { afterEach, expect, test, vi } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { Offline, ServerFault } from './failures.ts'
import { sendFile } from './send-file.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers each upload with a status and a text. */
const answering = (status: number, responseText: string): void => {
  class Answered extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = status
    readonly responseText = responseText
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader(): null {
      return null
    }
    send(): void {
      this.dispatchEvent(new Event('load'))
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Answered)
}
const send = () => sendFile('/app/photos.add-photo', new Blob(['a photo']))

test('a stored file returns what the server answered', async () => {
  answering(200, '{"key":"images/1.jpg"}')
  expect(await send()).toEqual({ key: 'images/1.jpg' })
})

test.each([
  ['a page with the status 200, as of the sign-in of a network', 200, '<!doctype html><h1>Wi-Fi</h1>', Offline],
  ['a page with the status 403, as of a proxy', 403, '<h1>403 Forbidden</h1>', ServerFault],
  ['a refusal', 403, '{"refusal":{"kind":"forbidden","code":"forbidden"}}', Refused],
])('a file is not stored after %s', async (_what, status, text, failure) => {
  answering(status, text)
  await expect(send()).rejects.toBeInstanceOf(failure)
})
