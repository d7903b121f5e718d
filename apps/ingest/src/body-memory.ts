import { HttpError } from '@tallyhouse/service';

/** What the bodies of all requests occupy, from their first byte until the request is answered. */
export interface BodyMemory {
  open(): HeldBody;
  /** Bytes held now; never over the limit. */
  heldBytes(): number;
  /** How many bodies were given up for want of room. */
  refused(): number;
}

export interface HeldBody {
  /** Called, at most once, when the body has to make room: drop its bytes and answer with the error. */
  onGiveUp: (error: HttpError) => void;
  /** Counts bytes that came in. False when the body was given up, now or before. */
  grow(bytes: number): boolean;
  /** The whole body is here: from now on it is ours to deal with, and no longer given up for others. */
  arrived(): void;
  /** To be called in the end, whatever happened. */
  release(): void;
}

/**
 * When there is no room, the bodies that have been arriving longest are given up, until there is. A ping arrives within
 * milliseconds, so it is those who send slowly, on purpose or not, that get the 503; and whoever holds many
 * half-sent bodies shuts nobody out. Only when everything held has arrived (the log is slow) the newest goes.
 */
export function createBodyMemory(maxBytes: number): BodyMemory {
  /** Those not yet complete, in the order in which they began. */
  const arriving = new Set<Body>();
  let heldBytes = 0;
  let refused = 0;

  class Body implements HeldBody {
    onGiveUp: (error: HttpError) => void = () => {};
    #bytes = 0;
    #over = false;

    constructor() {
      arriving.add(this);
    }

    grow(bytes: number): boolean {
      if (this.#over) return false;
      this.#bytes += bytes;
      heldBytes += bytes;
      while (heldBytes > maxBytes) {
        const [longest = this] = arriving;
        longest.refuse();
      }
      return !this.#over;
    }

    arrived(): void {
      arriving.delete(this);
    }

    refuse(): void {
      refused++;
      this.release();
      this.onGiveUp(noRoom());
    }

    release(): void {
      if (this.#over) return;
      this.#over = true;
      arriving.delete(this);
      heldBytes -= this.#bytes;
    }
  }

  return {
    open: () => new Body(),
    heldBytes: () => heldBytes,
    refused: () => refused,
  };
}

/** The 503 of a body that was given up. */
export function noRoom(): HttpError {
  return new HttpError('unavailable', 'Too much is arriving at once. Send it again.', {
    headers: { 'Retry-After': '1' },
  });
}
