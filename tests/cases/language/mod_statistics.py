import statistics as st

data = [2, 4, 4, 5, 9]
print(
    st.mean(data), st.median(data), st.mode(data), round(st.stdev(data), 6), st.pvariance(data), st.quantiles(data, n=4)
)
print(st.multimode("aabb"), st.fmean([1, 2]), st.linear_regression([1, 2, 3], [2, 4, 6]).slope)
try:
    st.mean([])
except st.StatisticsError as error:
    print(error)
