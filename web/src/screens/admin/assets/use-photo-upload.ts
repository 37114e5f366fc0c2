import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uploadPhoto } from '../../../api/assets/photo.ts'
import { ApiError } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { PHOTO_TEXTS as TEXTS } from '../../../texts/admin/admin-photo.ts'
import { PhotoFaultError, PICKED_BYTES_MAX, scalePhoto } from './scale-photo.ts'

interface UploadState {
  /** The current step with the picked file; null while there is none. */
  readonly step: 'scaling' | 'sending' | null
  readonly problem: string | null
}

const IDLE: UploadState = { step: null, problem: null }

interface PhotoUploadOptions {
  onUploaded: (url: string) => void
  /**
   * Called with true when an upload begins, and with false when it ends or the field is unmounted.
   */
  onBusy: ((isBusy: boolean) => void) | undefined
}

/**
 * Scales and uploads one picked file at a time: a new one cancels the last, and so does unmounting.
 */
export function usePhotoUpload({ onUploaded, onBusy }: PhotoUploadOptions) {
  const { api } = useApp()
  const [state, setState] = useState(IDLE)
  const running = useRef<AbortController | null>(null)
  const isBusy = state.step !== null

  useEffect(() => () => running.current?.abort(), [])
  const reportBusy = useEffectEvent((busy: boolean) => onBusy?.(busy))
  useEffect(() => {
    if (!isBusy) return
    reportBusy(true)
    return () => reportBusy(false)
  }, [isBusy])

  const cancel = () => {
    running.current?.abort()
    setState(IDLE)
  }
  const pick = async (file: File) => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const show = (next: UploadState) => {
      if (!signal.aborted) setState(next)
    }
    try {
      show({ step: 'scaling', problem: null })
      const photo = await scalePhoto(file)
      if (signal.aborted) return
      show({ step: 'sending', problem: null })
      const url = await uploadPhoto(api, photo, signal)
      if (signal.aborted) return
      onUploaded(url)
      show(IDLE)
    } catch (problem) {
      show({ step: null, problem: TEXTS.failed(reasonOf(problem)) })
    }
  }
  return { ...state, isBusy, pick, cancel }
}

function reasonOf(problem: unknown): string {
  if (problem instanceof PhotoFaultError) {
    const words = TEXTS.faults[problem.fault]
    return typeof words === 'string' ? words : words(PICKED_BYTES_MAX)
  }
  if (!(problem instanceof ApiError)) throw problem
  return problem.status === 0 ? TEXTS.network : (problem.detail ?? problem.message)
}
