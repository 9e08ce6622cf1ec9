// Where exactly the tessellator puts its points: along an edge for each partitioning, whole and between; on the rings
// inside; which factors it clamps, rounds or takes for a patch that is not there. D3D11.3 functional specification,
// section 11.7: even and odd partitioning (11.7.3), which points split (11.7.5: the ruler function), ranges of factors
// (11.7.11), culled patches (11.7.12). The tessellator has 16 bits of fraction, also for the length of a segment.
#include "shader_test.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace conformance {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr double kTolerance = 5.0 / 65536;

enum class Partitioning { Integer, Pow2, Odd, Even };
constexpr const char* kPartitionings[] = {"integer", "pow2", "fractional_odd", "fractional_even"};
constexpr Partitioning kAll[] = {Partitioning::Integer, Partitioning::Pow2, Partitioning::Odd, Partitioning::Even};

double clamped(double factor, Partitioning how) {
    if (how == Partitioning::Odd)
        return std::clamp(factor, 1.0, 63.0);
    if (how == Partitioning::Even)
        return std::clamp(factor, 2.0, 64.0);
    return std::ceil(std::clamp(factor, 1.0, 64.0));
}

// The point of one half of an edge that is the newest when the half has `segments` (1 to 32) of them, counted from the
// corner. From one power of two to the next the points split one after the other, from the outside to the inside: the
// first that a new epoch splits is the point next to the corner.
uint32_t newest(uint32_t segments, bool odd) {
    if (segments < 2)
        return 0;
    const uint32_t whole = odd ? segments - 2 : segments - 1; // whole segments that the half had before
    if (odd && whole == 0)
        return 0;
    return 2 * (whole - std::bit_floor(whole)) + 1;
}

// Of one of `segments` equal segments.
double lengthOf(uint32_t segments) {
    return std::round(65536.0 / segments) / 65536;
}

// Places on an edge, from 0 to 1, of a factor that is clamped already. The lower and the upper number of segments are
// neighbours of the factor; each point moves from where it is with the lower (where the newest lies on the point before
// it) to where it is with the upper.
std::vector<double> placesOf(double factor, Partitioning how) {
    const bool fractional = how == Partitioning::Odd || how == Partitioning::Even;
    const auto whole = static_cast<uint32_t>(std::ceil(factor));
    const bool odd = fractional ? how == Partitioning::Odd : whole % 2 != 0;
    const uint32_t parity = odd ? 1 : 0;
    uint32_t upper = whole % 2 == parity ? whole : whole + 1;
    const uint32_t lower = factor == upper ? upper : upper - 2;
    const double way = factor == upper ? 0 : (factor - lower) / 2;
    std::vector<double> places(upper + 1);
    const uint32_t half = (upper + 1) / 2;
    const uint32_t split = lower == upper ? upper : newest(half, odd);
    for (uint32_t i = 0; i <= upper / 2; i++) {
        const uint32_t before = i > split ? i - 1 : i;
        places[i] = before * lengthOf(lower) * (1 - way) + i * lengthOf(upper) * way;
    }
    for (uint32_t i = upper / 2 + 1; i <= upper; i++)
        places[i] = 1 - places[upper - i];
    if (upper % 2 == 0)
        places[upper / 2] = 0.5;
    return places;
}

struct Place {
    double u, v, w;
};
bool same(const Place& a, const Place& b) {
    return std::fabs(a.u - b.u) <= kTolerance && std::fabs(a.v - b.v) <= kTolerance &&
           std::fabs(a.w - b.w) <= kTolerance;
}

struct Factor {
    const char *semantic, *systemValue, *declared;
};
struct Domain {
    const char* name;
    std::vector<Factor> factors;
};
const Domain kTri = {"tri",
                     {{"SV_TessFactor 0", "TRIEDGE", "finalTriUeq0EdgeTessFactor"},
                      {"SV_TessFactor 1", "TRIEDGE", "finalTriVeq0EdgeTessFactor"},
                      {"SV_TessFactor 2", "TRIEDGE", "finalTriWeq0EdgeTessFactor"},
                      {"SV_InsideTessFactor 0", "TRIINT", "finalTriInsideTessFactor"}}};
const Domain kQuad = {"quad",
                      {{"SV_TessFactor 0", "QUADEDGE", "finalQuadUeq0EdgeTessFactor"},
                       {"SV_TessFactor 1", "QUADEDGE", "finalQuadVeq0EdgeTessFactor"},
                       {"SV_TessFactor 2", "QUADEDGE", "finalQuadUeq1EdgeTessFactor"},
                       {"SV_TessFactor 3", "QUADEDGE", "finalQuadVeq1EdgeTessFactor"},
                       {"SV_InsideTessFactor 0", "QUADINT", "finalQuadUInsideTessFactor"},
                       {"SV_InsideTessFactor 1", "QUADINT", "finalQuadVInsideTessFactor"}}};
const Domain kIsoline = {"isoline",
                         {{"SV_TessFactor 0", "LINEDEN", "finalLineDensityTessFactor"},
                          {"SV_TessFactor 1", "LINEDET", "finalLineDetailTessFactor"}}};

// All points of a quad: those on each edge, and the grid that the inside factors make of the inner lines.
std::vector<Place> quadPlaces(const std::vector<float>& factors, Partitioning how, double insideU, double insideV) {
    std::vector<Place> all;
    const auto edge = [&](uint32_t i) { return placesOf(clamped(factors[i], how), how); };
    for (double t : edge(0))
        all.push_back({0, t, 0});
    for (double t : edge(1))
        all.push_back({t, 0, 0});
    for (double t : edge(2))
        all.push_back({1, t, 0});
    for (double t : edge(3))
        all.push_back({t, 1, 0});
    const auto u = placesOf(insideU, how), v = placesOf(insideV, how);
    for (size_t i = 1; i + 1 < u.size(); i++)
        for (size_t k = 1; k + 1 < v.size(); k++)
            all.push_back({u[i], v[k], 0});
    return all;
}

// All points of a triangle. Ring k of the inside is where the lines meet that stand upright on the edges at their
// places k: it lies at two thirds of that place from each edge, and its own points are the feet of the edge's other
// places.
std::vector<Place> triPlaces(const std::vector<float>& factors, Partitioning how, double inside) {
    std::vector<Place> all;
    for (double t : placesOf(clamped(factors[0], how), how))
        all.push_back({0, t, 1 - t});
    for (double t : placesOf(clamped(factors[1], how), how))
        all.push_back({t, 0, 1 - t});
    for (double t : placesOf(clamped(factors[2], how), how))
        all.push_back({t, 1 - t, 0});
    const auto places = placesOf(inside, how);
    const size_t segments = places.size() - 1;
    for (size_t ring = 1; 2 * ring < segments; ring++) {
        const double away = places[ring] * 2 / 3;
        for (size_t i = ring; i <= segments - ring; i++) {
            const double along = places[i] - away / 2, rest = 1 - away - along;
            all.push_back({away, along, rest});
            all.push_back({along, away, rest});
            all.push_back({along, rest, away});
        }
    }
    if (segments % 2 == 0)
        all.push_back({1.0 / 3, 1.0 / 3, 1.0 / 3});
    return all;
}

class TessellatedPlaces : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        auto vertex = vs("vs_5_0\n.out A 0 0 x float\ndcl_globalFlags refactoringAllowed\ndcl_output o0.x\n"
                         "mov o0.x, l(0)\nret\n");
        context->VSSetShader(vertex.get(), nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST);
    }
    static std::string signatures(const Domain& domain) {
        std::string text;
        for (size_t i = 0; i < domain.factors.size(); i++)
            text += std::string(".patch ") + domain.factors[i].semantic + " " + std::to_string(i) +
                    " x float sv=" + domain.factors[i].systemValue + "\n";
        return text;
    }
    // Binds shaders that take the factors from a constant buffer, and stream the place of each point.
    void use(const Domain& domain, Partitioning how) {
        const std::string name = domain.name;
        std::string hull = "hs_5_0\n.in A 0 0 x float\n.out A 0 0 x float\n" + signatures(domain) +
                           "hs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
                           "dcl_tessellator_domain domain_" +
                           name + "\ndcl_tessellator_partitioning partitioning_" +
                           kPartitionings[static_cast<size_t>(how)] +
                           "\ndcl_tessellator_output_primitive output_point\ndcl_globalFlags refactoringAllowed\n"
                           "dcl_constantbuffer cb0[6], immediateIndexed\nhs_fork_phase\n";
        std::string body;
        for (size_t i = 0; i < domain.factors.size(); i++) {
            const std::string n = std::to_string(i);
            hull += "dcl_output_siv o" + n + ".x, " + domain.factors[i].declared + "\n";
            body += "mov o" + n + ".x, cb0[" + n + "].x\n";
        }
        const bool tri = name == "tri";
        const auto code =
            assembled("ds_5_0\n.in A 0 0 x float\n" + signatures(domain) +
                      ".out P 0 0 xyz float\ndcl_input_control_point_count 1\ndcl_tessellator_domain domain_" + name +
                      "\ndcl_globalFlags refactoringAllowed\ndcl_input vDomain." + (tri ? "xyz" : "xy") +
                      "\ndcl_output o0.xyz\nmov o0.xy, vDomain.xyxx\n" +
                      (tri ? "mov o0.z, vDomain.z\n" : "mov o0.z, l(0)\n") + "ret\n");
        auto first = hs(hull + body + "ret\n");
        Com<ID3D11DomainShader> second;
        ASSERT_HR(S_OK, device->CreateDomainShader(code.data(), code.size(), nullptr, second.out()));
        const D3D11_SO_DECLARATION_ENTRY entry = {0, "P", 0, 0, 3, 0};
        const UINT stride = 12;
        auto capture = gsWithOutput(code, std::span(&entry, 1), std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
        context->HSSetShader(first.get(), nullptr, 0);
        context->DSSetShader(second.get(), nullptr, 0);
        context->GSSetShader(capture.get(), nullptr, 0);
    }
    std::vector<Place> run(const std::vector<float>& factors) {
        constexpr uint32_t kCapacity = 6000;
        if (!target_)
            target_ = buffer(kCapacity * 12, D3D11_BIND_STREAM_OUTPUT);
        std::vector<Float4> constants(6);
        for (size_t i = 0; i < factors.size(); i++)
            constants[i][0] = factors[i];
        context->HSSetConstantBuffers(0, 1, buffer(96, D3D11_BIND_CONSTANT_BUFFER, constants.data()).array());
        auto statistics = query(D3D11_QUERY_SO_STATISTICS);
        const UINT offset = 0;
        context->SOSetTargets(1, target_.array(), &offset);
        context->Begin(statistics.get());
        context->Draw(1, 0);
        context->End(statistics.get());
        context->SOSetTargets(0, nullptr, nullptr);
        const auto count = result<D3D11_QUERY_DATA_SO_STATISTICS>(statistics.get()).NumPrimitivesWritten;
        if (!count)
            return {};
        const auto floats = read<float>(target_.get());
        std::vector<Place> found;
        for (size_t i = 0; i < count && i < kCapacity; i++)
            found.push_back({floats[3 * i], floats[3 * i + 1], floats[3 * i + 2]});
        return found;
    }
    // Each place that is wanted has a point, each point is wanted, and as many as there are different ones: corners
    // stand in `wanted` once for each of their edges.
    static void expectPlaces(std::vector<Place> wanted, const std::vector<Place>& found, bool countThem = true) {
        std::vector<Place> different;
        for (const Place& place : wanted)
            if (std::none_of(different.begin(), different.end(), [&](const Place& other) {
                    return std::fabs(other.u - place.u) < 1e-9 && std::fabs(other.v - place.v) < 1e-9 &&
                           std::fabs(other.w - place.w) < 1e-9;
                }))
                different.push_back(place);
        EXPECT_TRUE(!countThem || different.size() == found.size()) << different.size() << " and " << found.size();
        for (const Place& place : different)
            EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Place& other) { return same(place, other); }))
                << "no point at " << place.u << ", " << place.v << ", " << place.w;
        for (const Place& place : found)
            EXPECT_TRUE(
                std::any_of(different.begin(), different.end(), [&](const Place& other) { return same(place, other); }))
                << "a point at " << place.u << ", " << place.v << ", " << place.w;
    }
    static std::string named(Partitioning how, const std::vector<float>& factors) {
        std::string text = kPartitionings[static_cast<size_t>(how)];
        for (float factor : factors)
            text += " " + std::to_string(factor);
        return text;
    }

    Com<ID3D11Buffer> target_;
};

// Facts from the specification about the places that the tests below compute.
TEST(TessellatedPlacesThemselves, FollowTheRulerFunction) {
    const auto near = [](const std::vector<double>& wanted, const std::vector<double>& found) {
        return wanted.size() == found.size() && std::equal(wanted.begin(), wanted.end(), found.begin(),
                                                           [](double a, double b) { return std::fabs(a - b) < 4e-5; });
    };
    EXPECT_TRUE(near({0, 1}, placesOf(1, Partitioning::Odd)));
    EXPECT_TRUE(near({0, 1.0 / 3, 2.0 / 3, 1}, placesOf(3, Partitioning::Odd)));
    EXPECT_TRUE(near({0, 1.0 / 12, 11.0 / 12, 1}, placesOf(1.5, Partitioning::Odd))); // a quarter of the way
    EXPECT_TRUE(near({0, 0.5, 1}, placesOf(2, Partitioning::Even)));
    EXPECT_TRUE(near({0, 0.375, 0.5, 0.625, 1}, placesOf(3, Partitioning::Even)));
    EXPECT_TRUE(near({0, 0.2, 0.4, 0.6, 0.8, 1}, placesOf(5, Partitioning::Integer)));
}

// The edge of an isoline with a factor of each kind; one line, whatever its density's fraction.
TEST_F(TessellatedPlaces, OnAnEdge) {
    for (const Partitioning how : kAll) {
        use(kIsoline, how);
        for (const float factor : {1.0f, 1.5f, 2.0f,  2.25f,   3.0f,  4.0f,  4.7f,  5.0f,  6.5f,  7.0f,
                                   8.0f, 9.3f, 16.0f, 17.125f, 31.9f, 33.0f, 62.5f, 63.0f, 63.5f, 64.0f}) {
            if (how == Partitioning::Pow2 && factor != std::floor(factor))
                continue; // shaders round
            SCOPED_TRACE(named(how, {factor}));
            std::vector<Place> wanted;
            for (double t : placesOf(clamped(factor, how), how))
                wanted.push_back({t, 0, 0});
            expectPlaces(wanted, run({1, factor}));
        }
    }
}

// The number of lines is rounded up whatever the partitioning is, and clamped.
TEST_F(TessellatedPlaces, LinesAreWhole) {
    for (const Partitioning how : kAll) {
        use(kIsoline, how);
        for (const float density : {0.25f, 1.0f, 1.5f, 2.0f, 4.7f, 64.0f, 70.0f}) {
            SCOPED_TRACE(named(how, {density}));
            const double lines = std::ceil(std::clamp(density, 1.0f, 64.0f));
            std::vector<Place> wanted;
            for (double v = 0; v < lines; v++)
                for (double t : placesOf(clamped(3, how), how))
                    wanted.push_back({t, v / lines, 0});
            expectPlaces(wanted, run({density, 3}));
        }
    }
}

// Beyond the range the nearest end of it counts.
TEST_F(TessellatedPlaces, FactorsAreClamped) {
    for (const Partitioning how : kAll) {
        use(kQuad, how);
        for (const float factor : {0.001f, 0.5f, 63.9f, 64.5f, 1000.0f, kInfinite}) {
            SCOPED_TRACE(named(how, {factor}));
            const double used = clamped(factor, how);
            const size_t segments = placesOf(used, how).size() - 1;
            const auto found = run({factor, factor, factor, factor, factor, factor});
            EXPECT_EQ((segments + 1) * (segments + 1), found.size());
            if (segments < 5)
                expectPlaces(quadPlaces(std::vector<float>(4, factor), how, used, used), found);
        }
    }
}

// An edge that is not above zero takes the patch away; a factor of the inside never does.
TEST_F(TessellatedPlaces, FactorsThatCull) {
    for (const Domain* domain : {&kTri, &kQuad, &kIsoline})
        for (const Partitioning how : kAll) {
            use(*domain, how);
            const size_t count = domain->factors.size();
            const size_t edges = domain == &kTri ? 3 : domain == &kQuad ? 4 : 2;
            for (size_t i = 0; i < count; i++)
                for (const float bad : {0.0f, -0.0f, -1.0f, -kInfinite, kNan}) {
                    std::vector<float> factors(count, 3);
                    factors[i] = bad;
                    const auto found = run(factors);
                    EXPECT_EQ(i < edges, found.empty()) << domain->name << " " << named(how, factors);
                }
        }
}

// Edges of a quad of their own, and both factors of its inside.
TEST_F(TessellatedPlaces, InAQuad) {
    struct Row {
        Partitioning how;
        std::vector<float> factors;
    };
    const Row rows[] = {
        {Partitioning::Integer, {1, 2, 3, 4, 5, 6}},        {Partitioning::Integer, {2.5f, 3, 1.25f, 7, 3.5f, 4.1f}},
        {Partitioning::Pow2, {1, 2, 4, 8, 8, 4}},           {Partitioning::Odd, {1, 1.5f, 3, 4.7f, 4.7f, 6}},
        {Partitioning::Odd, {1.5f, 2, 2.5f, 9, 1.5f, 5}},   {Partitioning::Even, {1, 2, 3, 4.7f, 4.7f, 6}},
        {Partitioning::Even, {6.5f, 7, 2.5f, 9, 3.25f, 2}}, {Partitioning::Odd, {1, 1, 1, 1, 3, 1.5f}},
        {Partitioning::Integer, {1, 1, 1, 1, 3, 2}},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(named(row.how, row.factors));
        use(kQuad, row.how);
        expectPlaces(
            quadPlaces(row.factors, row.how, clamped(row.factors[4], row.how), clamped(row.factors[5], row.how)),
            run(row.factors));
    }
}

// The same of a triangle, whose inside has rings.
TEST_F(TessellatedPlaces, InATriangle) {
    struct Row {
        Partitioning how;
        std::vector<float> factors;
    };
    const Row rows[] = {
        {Partitioning::Integer, {1, 2, 3, 4}},    {Partitioning::Integer, {2.5f, 1, 4.5f, 4.1f}},
        {Partitioning::Pow2, {1, 2, 4, 8}},       {Partitioning::Odd, {1, 1.5f, 3, 4.7f}},
        {Partitioning::Odd, {4.7f, 2, 9, 6}},     {Partitioning::Even, {2, 3, 4.7f, 5.5f}},
        {Partitioning::Even, {1, 6.5f, 2, 8}},    {Partitioning::Odd, {1, 1, 1, 1.5f}},
        {Partitioning::Integer, {64, 63, 62, 7}}, {Partitioning::Odd, {63, 64, 62.5f, 7}},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(named(row.how, row.factors));
        use(kTri, row.how);
        expectPlaces(triPlaces(row.factors, row.how, clamped(row.factors[3], row.how)), run(row.factors));
    }
}

// An inside of one segment between edges of more: with odd partitioning it is the least that is above 1, which has
// three segments, two of them next to nothing; NaN and what is below 1 are the least.
TEST_F(TessellatedPlaces, InsideOfOneBetweenEdgesOfMore) {
    use(kTri, Partitioning::Odd);
    for (const float inside : {1.0f, 0.5f, -3.0f, kNan}) {
        SCOPED_TRACE(inside);
        const std::vector<float> factors = {3, 3, 3, inside};
        const auto found = run(factors);
        EXPECT_EQ(12u, found.size());
        expectPlaces(triPlaces(factors, Partitioning::Odd, 1 + 1.0 / 65536), found, false);
    }
    use(kQuad, Partitioning::Odd);
    for (const float inside : {1.0f, 0.5f, -3.0f, kNan}) {
        SCOPED_TRACE(inside);
        const std::vector<float> factors = {3, 3, 3, 3, inside, 5};
        const auto found = run(factors);
        EXPECT_EQ(12u + 2 * 4, found.size());
        expectPlaces(quadPlaces(factors, Partitioning::Odd, 1 + 1.0 / 65536, 5), found, false);
    }
    use(kTri, Partitioning::Even);
    for (const float inside : {1.0f, 0.5f, -3.0f, kNan}) {
        SCOPED_TRACE(inside);
        const std::vector<float> factors = {4, 4, 4, inside};
        expectPlaces(triPlaces(factors, Partitioning::Even, 2), run(factors));
    }
}

} // namespace
} // namespace conformance
