//! A stream whose writes may not stall: a client that never reads what it asked for loses its connection.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// The number of bytes that count as progress: a client that reads a byte now and then does not make any.
const PROGRESS: usize = 16 * 1024;

/// A stream with a limit on how long written bytes may wait for the other end to take them.
pub(crate) struct TimedWrites<S> {
    stream: S,
    limit: Duration,
    /// While the other end takes nothing: until when it may go on like this, and what it has taken since it began.
    stalled: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S> TimedWrites<S> {
    pub(crate) fn new(stream: S, limit: Duration) -> TimedWrites<S> {
        TimedWrites { stream, limit, stalled: None }
    }

    /// Takes note of what a write came to, and turns a stall that lasts too long into an error.
    fn check<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
        length: impl Fn(&T) -> Option<usize>,
    ) -> Poll<io::Result<T>> {
        match &written {
            Poll::Ready(Ok(done)) => {
                // Whoever flushes has had everything taken that was to be written.
                let taken = length(done).unwrap_or(PROGRESS);
                self.stalled = self.stalled.take().and_then(|(until, before)| {
                    let total = before.saturating_add(taken);
                    (total < PROGRESS).then_some((until, total))
                });
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                let limit = self.limit;
                let (until, _) = self.stalled.get_or_insert_with(|| (Box::pin(sleep_until(Instant::now() + limit)), 0));
                if until.as_mut().poll(context).is_ready() {
                    return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")));
                }
            }
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedWrites<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedWrites<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(context, written, |&length| Some(length))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.check(context, written, |&length| Some(length))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.check(context, flushed, |()| None)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check(context, shut, |()| None)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn s10_a_write_that_stalls_fails_in_time() {
        let (stream, _other) = tokio::io::duplex(1000);
        let mut stream = TimedWrites::new(stream, LIMIT);
        let began = Instant::now();
        let error = stream.write_all(&[0; 100_000]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), LIMIT.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn s10_a_byte_now_and_then_is_no_progress() {
        let (stream, mut other) = tokio::io::duplex(1000);
        let mut stream = TimedWrites::new(stream, LIMIT);
        let dripping = tokio::spawn(async move {
            let mut byte = [0];
            while other.read_exact(&mut byte).await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        let error = stream.write_all(&[0; 100_000]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        dripping.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_client_gets_everything() {
        let (stream, mut other) = tokio::io::duplex(1000);
        let mut stream = TimedWrites::new(stream, LIMIT);
        let reading = tokio::spawn(async move {
            let (mut buffer, mut total) = ([0; 1000], 0);
            while total < 200_000 {
                total += other.read(&mut buffer).await.unwrap();
                // 2,000 bytes a second.
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        stream.write_all(&[0; 200_000]).await.unwrap();
        reading.await.unwrap();
    }
}
