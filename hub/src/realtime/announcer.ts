import type { Bus } from '../bus/bus.ts'
import type { News } from '../bus/replica-events.ts'
import { newsOf, type NewsItem } from './announcement.ts'
import { RaisedSeqs } from './announced-seqs.ts'

/**
 * Tells the screens of entries, each once, from wherever it hears of them first: the live lane, the
 * stored batch, another replica, or the database.
 */
export class NewsDesk {
  readonly #bus: Bus
  readonly #raised = new RaisedSeqs()
  readonly #onNews = (news: News) => this.#shared(news)

  constructor(bus: Bus) {
    this.#bus = bus
    bus.on('news', this.#onNews)
  }

  /** Entries that came ahead of their batch. */
  live(item: NewsItem): void {
    const news = newsOf(item, (seq) => this.#raised.add(item.epoch, seq))
    if (this.#announce(news) > 0) this.#bus.share('news', news)
  }

  /** Entries that were stored here: after them everything above `from` up to `to` is told. */
  stored(item: NewsItem, span: { from: number; to: number }): void {
    const news = newsOf(item, (seq) => !this.#raised.has(item.epoch, seq))
    // What was stored before we heard of the epoch is left to whoever stored it.
    if (this.through(item.epoch) === null) this.#raised.settle(item.epoch, span.from)
    this.#raised.cover(item.epoch, span.from, span.to)
    this.#announce(news)
    if (span.to > span.from) this.#bus.share('news', { ...news, span })
  }

  /** Entries that were stored elsewhere, up to the watermark `to`. */
  missed(item: NewsItem, to: number): void {
    this.#announce(newsOf(item, (seq) => this.#raised.add(item.epoch, seq)))
    this.#raised.settle(item.epoch, to)
  }

  /** Up to where an epoch's entries were told; null while that is not known. */
  through(epoch: string): number | null {
    return this.#raised.through(epoch)
  }

  /** Nothing of an epoch up to `watermark` is to be told. */
  settle(epoch: string, watermark: number): void {
    this.#raised.settle(epoch, watermark)
  }

  stop(): void {
    this.#bus.off('news', this.#onNews)
  }

  #shared(news: News): void {
    const { epoch, span } = news
    const isNew = ([seq]: [number, unknown]) => this.#raised.add(epoch, seq)
    this.#announce({
      ...news,
      scans: news.scans.filter(isNew),
      suppressed: news.suppressed.filter(isNew),
      telemetry: news.telemetry.filter(isNew),
      acks: news.acks.filter(isNew),
    })
    if (span !== null) this.#raised.cover(epoch, span.from, span.to)
  }

  /** Answers how many events it told. */
  #announce({ scans, suppressed, telemetry, acks }: News): number {
    const bus = this.#bus
    if (scans.length > 0) bus.emit('scans', events(scans))
    if (suppressed.length > 0) bus.emit('suppressed', events(suppressed))
    if (telemetry.length > 0) bus.emit('telemetry', events(telemetry))
    if (acks.length > 0) bus.emit('acks', events(acks))
    return scans.length + suppressed.length + telemetry.length + acks.length
  }
}

const events = <T>(numbered: readonly [number, T][]): T[] => numbered.map(([, event]) => event)
