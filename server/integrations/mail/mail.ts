/** The interface of outgoing mail. */

/** A file of a mail. */
export type MailFile = { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }

export type OutgoingMail = {
  /** The same for every attempt, so that a mailbox that receives the mail twice shows it once. */
  readonly messageId: string
  /** All addresses of the mail, as they stand in it. */
  readonly to: string
  /** The addresses that receive the mail now; all of `to` if omitted. */
  readonly recipients?: readonly string[]
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly attachments: readonly MailFile[]
  /** The logo that mail programs which show HTML draw above the text. It is part of the mail and never loaded from outside. */
  readonly logo?: MailFile
}

export type MailFate =
  /** The mail server, or the folder of outgoing mail, has accepted it. */
  | { readonly kind: 'sent' }
  /** The mail server will never accept it as it is. */
  | { readonly kind: 'refused'; readonly message: string }
  /** A temporary failure: try again. `answered`: the server was reached and said so itself, so it is asked again after minutes. */
  | { readonly kind: 'later'; readonly message: string; readonly answered?: true }
  /** The mail was sent completely but no answer came, so it may have been accepted. */
  | { readonly kind: 'unsure'; readonly message: string }

/** The outcome of a mail: one for all addresses, or one for each. */
export type MailOutcome = MailFate | { readonly kind: 'mixed'; readonly each: Readonly<Record<string, MailFate>> }

export type Mailer = {
  /** False if mails are only written to files, so that no mailbox receives them. */
  readonly delivers: boolean
  /**
   * Sends a mail. Never throws for a failure of the server or the connection. `handOver` is called just before the
   * server is told that the mail is complete; if it returns false, sending stops.
   */
  send(mail: OutgoingMail, handOver?: () => Promise<boolean>): Promise<MailOutcome>
}
